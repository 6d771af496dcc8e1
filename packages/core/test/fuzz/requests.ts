import fc from 'fast-check';
import { fitting, type JsonSchema } from './fitting-json.ts';
import { hostileBody, hostileText } from './hostile-json.ts';

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly body: JsonSchema | null;
}

/** A request as it's sent. */
export interface FuzzRequest {
  readonly method: string;
  /** Below /v1, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Index of who sends it. */
  readonly caller: number;
}

/** Identifiers of things that exist, by the names of path parameters and fields. */
export type Known = () => Readonly<Record<string, readonly string[]>>;

type Parameter = DocumentedOperation['parameters'][number] | { readonly $ref: string };

/** Resolves a reference within a document. */
export function resolveIn<Found>(document: Record<string, unknown>, ref: string): Found {
  const steps = ref.split('/').slice(1);
  return steps.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Found;
}

/** The operations of a document, in one list. */
export function operationsOf(document: Record<string, unknown>): DocumentedOperation[] {
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DocumentedOperation => {
      const content = (operation.requestBody as { content?: Record<string, { schema: JsonSchema }> } | undefined)
        ?.content;
      return {
        method: method.toUpperCase(),
        path,
        parameters: ((operation.parameters ?? []) as Parameter[]).map((one) =>
          '$ref' in one ? resolveIn<DocumentedOperation['parameters'][number]>(document, one.$ref) : one,
        ),
        body: content?.['application/json']?.schema ?? null,
      };
    }),
  );
}

/** Requests to one operation: almost valid ones, which get deep into the program, and hostile ones. */
export function requestsTo(
  operation: DocumentedOperation,
  document: Record<string, unknown>,
  known: Known,
  callers: number,
): fc.Arbitrary<FuzzRequest> {
  const resolve = (ref: string): JsonSchema => resolveIn(document, ref);
  const named = (kind: string) => operation.parameters.filter((one) => one.in === kind);
  const inPath = fc.tuple(...named('path').map(({ name }) => fc.tuple(fc.constant(name), pathValue(name, known))));
  const inQuery = fc.tuple(
    ...named('query').map(({ name, schema }) =>
      fc.tuple(fc.constant(name), fc.option(fc.oneof(fitting(schema, resolve), hostileText), { freq: 3 })),
    ),
  );
  const body = operation.body
    ? fc.oneof(
        {
          weight: 7,
          arbitrary: fitting(operation.body, resolve).map((value) => JSON.stringify(withKnown(value, known()))),
        },
        { weight: 1, arbitrary: hostileBody },
      )
    : fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileBody });
  return fc
    .record({ inPath, inQuery, body, headers: headers(operation), caller: fc.nat({ max: callers - 1 }) })
    .map(({ inPath: own, inQuery: query, body: sent, headers: more, caller }) => {
      const path = own.reduce((at, [name, value]) => at.replace(`{${name}}`, () => value), operation.path);
      const search = new URLSearchParams(
        query.flatMap(([name, value]) => (value === null ? [] : [[name, printed(value)] as [string, string]])),
      );
      return {
        method: operation.method,
        path: search.size > 0 ? `${path}?${search}` : path,
        headers: { ...(sent !== null && { 'content-type': 'application/json' }), ...more },
        body: operation.method === 'GET' ? null : sent,
        caller,
      };
    });
}

function headers(operation: DocumentedOperation): fc.Arbitrary<Record<string, string>> {
  const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: fc.constantFrom('key-1', 'key-2', 'key-3').map((key) => ({ 'idempotency-key': key })) },
    { weight: 1, arbitrary: visible.map((key) => ({ 'idempotency-key': key.trim() || 'x' })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': `application/${'a.'.repeat(3000)}` },
        { 'content-encoding': 'gzip' },
        { accept: 'text/html' },
        { 'if-none-match': '*' },
        { origin: 'null' },
        { cookie: 'stele.session_token=nonsense' },
        { authorization: `Bearer ${' '.repeat(4000)}x` },
        { authorization: 'Basic YTpi' },
        ...(operation.method === 'GET' ? [{ range: 'bytes=0-1' }] : []),
      ) as fc.Arbitrary<Record<string, string>>,
    },
  );
}

function pathValue(name: string, known: Known): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.nat().map((choice) => {
        const values = known()[name] ?? [];
        return encodeURIComponent(values[choice % Math.max(1, values.length)] ?? 'x');
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom('%ff', '%00', '..', '.', '%2e%2e', 'x'.repeat(5000), '0', '-1', '1e9') },
    {
      weight: 1,
      arbitrary: hostileText
        .map(wellFormed)
        .filter((text) => text !== '')
        .map((text) => encodeURIComponent(text.slice(0, 500))),
    },
  );
}

/** Replaces identifiers in examples by those of existing objects. */
function withKnown(value: unknown, known: Readonly<Record<string, readonly string[]>>): unknown {
  const example = /^(prj|ent|snap|tok|usr|inv)_01kah/;
  const kinds: Record<string, string> = { prj: 'projectId', ent: 'entryId', snap: 'snapshotId', usr: 'userId' };
  if (typeof value === 'string') {
    const kind = kinds[example.exec(value)?.[1] ?? ''];
    const all = kind ? (known[kind] ?? []) : [];
    return all[value.length % Math.max(1, all.length)] ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => withKnown(item, known));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withKnown(item, known)]));
}

function printed(value: unknown): string {
  return wellFormed(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** A string that a URL can contain: without lone surrogates. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
