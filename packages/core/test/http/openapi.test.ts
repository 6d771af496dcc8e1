import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { noteDocumented } from '@stele/testing/seen-answers';
import type { AnyTRPCProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcedureMeta } from '../../src/api/rest/meta.ts';
import { appRouter, errors } from '../../src/server/registry.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the tests walk through the document as JSON
let document: any;
// biome-ignore lint/suspicious/noExplicitAny: as it was sent
let served: any;

/** The document with parameters, answers and headers in the places that refer to them. */
function withShared<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part && typeof part.$ref === 'string' && !part.$ref.startsWith('#/components/schemas/')) {
    const [, , kind = '', name = ''] = part.$ref.split('/');
    return withShared(served.components[kind][name]);
  }
  const entries = Object.entries(part).map(([key, inner]) => [key, withShared(inner)]);
  return (Array.isArray(part) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as Part;
}

beforeAll(async () => {
  app = await startTestApp();
  served = (await app.api.get('/openapi.json')).body;
  document = withShared(served);
});
afterAll(() => app.close());

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { content: Record<string, { schema: object; examples?: object }> };
  responses: Record<
    string,
    { description: string; headers: object; content?: Record<string, { schema: object; examples?: object }> }
  >;
  security?: object[];
}

const operations = (): [string, string, Operation][] =>
  Object.entries<Record<string, Operation>>(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string, Operation] => [route, method, operation]),
  );

/** Routes of the HTTP contract that this version has. */
const CONTRACT = [
  'GET /openapi.json',
  'GET /tokens/me',
  'GET /projects/{projectId}/snapshot/latest',
  'GET /projects/{projectId}/snapshots/{snapshotId}/{collection}.{locale}.json',
  'GET /projects/{projectId}/entries',
  'POST /projects/{projectId}/entries',
  'GET /projects/{projectId}/entries/{entryId}',
  'PUT /projects/{projectId}/entries/{entryId}/draft',
  'POST /projects/{projectId}/entries/{entryId}/publish',
];

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1, needs no authentication, and describes the routes of the contract', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const routes = operations().map(([route, method]) => `${method.toUpperCase()} ${route}`);
    expect(routes).toEqual(expect.arrayContaining(CONTRACT));
  });

  it('gives each operation its router key as a unique id', () => {
    const ids = operations().map(([, , operation]) => operation.operationId);
    expect(ids.sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  it('has a response schema for each status but redirects, and the envelope for each error', () => {
    for (const [route, method, { responses }] of operations()) {
      for (const [status, response] of Object.entries(responses)) {
        const place = `${method} ${route} ${status}`;
        expect(Object.keys(response.headers), place).toContain('X-Request-Id');
        expect(response.description.length, place).toBeGreaterThan(2);
        if (status === '302') continue;
        const media = response.content?.['application/json'] ?? response.content?.['text/event-stream'];
        expect(media?.schema, place).toBeDefined();
        if (Number(status) >= 400) expect(media?.schema, place).toEqual({ $ref: '#/components/schemas/Error' });
      }
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '500']));
    }
  });

  it('describes answers that the last step of a whole run looks for among those that were seen', () => {
    noteDocumented(operations().map(([, , operation]) => operation));
  });

  it('names Retry-After for 429, Location for 201 and 302', () => {
    for (const [, , { responses }] of operations()) {
      if (responses['429']) expect(Object.keys(responses['429'].headers)).toContain('Retry-After');
      for (const status of ['201', '302']) {
        const response = responses[status];
        if (response) expect(Object.keys(response.headers)).toContain('Location');
      }
    }
  });

  it('has no query on what writes: there the server takes none', () => {
    for (const [route, method, { parameters = [] }] of operations()) {
      const inQuery = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
      if (method !== 'get') expect(inQuery, `${method} ${route}`).toEqual([]);
    }
  });

  it('describes every path parameter, and has an example for each body that is sent or received', () => {
    for (const [route, method, operation] of operations()) {
      const place = `${method} ${route}`;
      const named = (operation.parameters ?? []).filter(({ in: where }) => where === 'path').map(({ name }) => name);
      expect(named.sort(), place).toEqual([...route.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]).sort());
      const sent = operation.requestBody?.content['application/json'];
      if (sent) expect(sent.examples, place).toBeDefined();
      expect(operation.summary, place).toBeTruthy();
    }
    for (const [name, schema] of Object.entries<{ examples?: unknown[]; properties?: Record<string, unknown> }>(
      document.components.schemas,
    )) {
      if (schema.properties && !('data' in schema.properties) && name !== 'Error')
        expect(schema.examples, name).toBeDefined();
    }
  });

  it('says of each route who may call it', () => {
    const security = Object.fromEntries(
      operations().map(([, , { operationId, security: list }]) => [
        operationId,
        (list ?? document.security).flatMap(Object.keys),
      ]),
    );
    expect(security).toMatchObject({
      'openapi.document': [],
      'snapshots.redirectToFile': ['projectToken'],
      'tokens.identify': ['projectToken'],
      'entries.list': ['projectToken', 'session', 'personalToken'],
      'tokens.create': ['session', 'personalToken'],
      'members.list': ['session', 'personalToken'],
    });
  });

  it('names only errors of the table', () => {
    expect(new Set(document.components.schemas.ErrorCode.enum)).toEqual(new Set(Object.keys(errors)));
  });
});

describe('the source', () => {
  it('declares each operation noun.verb beside noun.feature.ts', () => {
    const source = path.join(import.meta.dirname, '..', '..', 'src');
    const all = readdirSync(source, { recursive: true, encoding: 'utf8' });
    const features = all.filter((file) => file.endsWith('.feature.ts'));
    const folders = features.map((file) => path.dirname(file));
    // A folder within a noun's may be another noun's.
    const folderOf = (file: string): string | undefined =>
      folders.filter((folder) => file.startsWith(folder + path.sep)).sort((a, b) => b.length - a.length)[0];
    for (const key of Object.keys(appRouter._def.procedures)) {
      const [noun = '', verb = ''] = key.split('.');
      const name = noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const folder = features.flatMap((file) =>
        path.basename(file) === `${name}.feature.ts` ? [path.dirname(file)] : [],
      )[0];
      const files = all.filter((file) => file.endsWith('.ts') && folder !== undefined && folderOf(file) === folder);
      const declaring = files.filter((file) => {
        // A router that is made from something stands two columns further in.
        return new RegExp(`\n(?: {2}){1,2}${verb}: operation\\(\\{\n`).test(
          readFileSync(path.join(source, file), 'utf8'),
        );
      });
      expect(declaring, key).toHaveLength(1);
    }
  });

  it('reaches each procedure by REST', () => {
    const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
    for (const [key, procedure] of Object.entries(procedures)) {
      expect((procedure._def.meta as ProcedureMeta | undefined)?.operation, key).toBeDefined();
    }
  });
});
