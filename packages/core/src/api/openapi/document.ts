import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import type { DeclaredError } from '../../platform/errors.ts';
import { compileRoutes } from '../rest/routes.ts';
import { documentAnswers, MOST_MAY_CALL } from './answers.ts';
import { HEADERS, type OpenApiDocument, type Tag } from './document-shapes.ts';
import { errorSchemas } from './errors.ts';
import { shareParameters } from './share-parameters.ts';
import { tidySchemas } from './tidy-schemas.ts';

const DESCRIPTION = `Stele keeps structured content in projects, and publishes it as immutable snapshots on a content host.

Content routes take a project token: \`Authorization: Bearer <ACCESS_TOKEN>\`. Routes for people take the session
cookie that sign-in sets, or the personal token of a program that a person signed in to: \`stele login\` gets one, by the device
flow of RFC 8628. Every error has the same envelope; test its \`code\`, never its \`message\`.`;

/** The parts of the API that the document describes. */
export interface DescribedApi {
  readonly router: AnyTRPCRouter;
  /** In the order of the reference. */
  readonly tags: readonly Tag[];
  /** All errors, by code. */
  readonly errors: Readonly<Record<string, DeclaredError>>;
}

/** By router: they are large, and differ in the address only. */
const documents = new WeakMap<AnyTRPCRouter, OpenApiDocument>();

/**
 * The OpenAPI 3.1 document of an API. It's generated from the schemas, and completed from the operations: statuses, errors,
 * headers and security. It's frozen: documents of one router share all but their addresses.
 */
export function createOpenApiDocument(api: DescribedApi, apiUrl: string): Record<string, unknown> {
  const document = documents.get(api.router) ?? frozen(structuredClone(generate(api)));
  documents.set(api.router, document);
  const info = { ...document.info, contact: { name: 'Operator of this instance', url: apiUrl } };
  return { ...document, info, servers: [{ url: `${apiUrl}/v1` }] };
}

function generate({ router, tags, errors }: DescribedApi): OpenApiDocument {
  const document: unknown = generateOpenApiDocument(router as OpenApiRouter, {
    title: 'Stele',
    version: '1',
    description: DESCRIPTION,
    baseUrl: '/v1',
    openApiVersion: '3.1.0',
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes: {
      projectToken: { type: 'http', scheme: 'bearer', description: 'A project token.' },
      session: { type: 'apiKey', in: 'cookie', name: 'stele.session_token', description: 'Set by sign-in.' },
      personalToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'For a program that a person signed in to. It has the rights of this person.',
      },
    },
  });
  const plain = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  plain.security = MOST_MAY_CALL;
  plain.tags = tags.map(({ name, about }) => ({ name, description: about }));
  // The generator's own error schemas don't match the error envelope.
  const described = Object.entries(plain.components.schemas).filter(([name]) => !name.startsWith('error.'));
  plain.components.schemas = { ...Object.fromEntries(described), ...errorSchemas(Object.keys(errors)) };
  plain.components.headers = { ...HEADERS };
  for (const route of compileRoutes(router)) {
    documentAnswers(plain, route, { tag: tagOf(route.key, tags), errors });
  }
  tidySchemas(plain);
  shareParameters(plain);
  return plain;
}

/** The group of an operation `noun.verb`. */
function tagOf(key: string, tags: readonly Tag[]): string {
  const [noun = ''] = key.split('.');
  const tag = tags.find(({ nouns }) => nouns.includes(noun));
  if (!tag) throw new Error(`No group of operations holds ${noun}.`);
  return tag.name;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
