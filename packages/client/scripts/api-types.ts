import openapiTypescript, { astToString } from 'openapi-typescript';
import { createOpenApiDocument } from '../../core/src/api/openapi/document.ts';
import { appRouter } from '../../core/src/domains/router.ts';

const HEADER = '// Written by `pnpm run generate-types` from the OpenAPI document of the API.\n\n';

/** The OpenAPI document that the client's types are made from. */
export const document = createOpenApiDocument(appRouter, 'https://cms.example.org');

/** The source file with the types of all routes. */
export async function writeApiTypes(from: object = document): Promise<string> {
  return HEADER + astToString(await openapiTypescript(JSON.parse(JSON.stringify(from))));
}
