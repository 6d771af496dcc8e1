import { registry } from '@stele/core';
import { createOpenApiDocument } from '@stele/core/openapi';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const HEADER = '// Written by `pnpm run generate` from the OpenAPI document of the API.\n\n';

/** The document's name for any JSON, and the type that it becomes. */
const ANY_JSON = '#/components/schemas/JsonValue';
const JSON_TYPE =
  'export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };';

/** The OpenAPI document that the client's types are made from. */
export const document = createOpenApiDocument(registry, 'https://cms.example.org');

/** The source file with the types of all routes, all of them read-only. */
export async function writeApiTypes(from: object = document): Promise<string> {
  const plain = JSON.parse(JSON.stringify(from), (key, value) =>
    key === 'additionalProperties' && JSON.stringify(value) === '{}' ? { $ref: ANY_JSON } : value,
  );
  const nodes = await openapiTypescript(plain, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    inject: JSON_TYPE,
    transform: (_schema, { path }) => (path === ANY_JSON ? ts.factory.createTypeReferenceNode('Json') : undefined),
  });
  return HEADER + astToString(nodes);
}
