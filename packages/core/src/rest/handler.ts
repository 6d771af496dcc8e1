import { randomUUID } from 'node:crypto';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Context } from '../context.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Services } from '../services.ts';
import { readJsonBody } from './body.ts';
import { envelope, toApiError } from './envelope.ts';
import { compileRoutes, type Match, matchRoute, methodsAt } from './routes.ts';

const BASE_PATH = '/v1';
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After, Location, Allow, Idempotency-Replayed',
};
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
};

/**
 * Makes the handler of everything below /v1: finds the procedure, hands it a lazily read input, and turns what comes
 * back, or what is thrown, into an HTTP answer.
 */
export function createRestHandler(router: AnyTRPCRouter, services: Services): (request: Request) => Promise<Response> {
  const routes = compileRoutes(router);

  return async (request) => {
    const requestId = randomUUID();
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(BASE_PATH.length);
    const headers = new Headers({ ...CORS, 'x-request-id': requestId, 'cache-control': 'private, no-store' });
    if (request.method === 'OPTIONS') {
      const methods = methodsAt(routes, path);
      if (methods.length > 0) return preflight(methods, headers);
    }
    try {
      const match = matchRoute(routes, request.method, path);
      const ctx = makeContext(request, match, requestId, services);
      const data = await call(match, ctx, lazyInput(request, match, searchParams));
      for (const [name, value] of ctx.response.headers) headers.set(name, value);
      return answer(request, ctx.response.status ?? match.route.operation.status ?? 200, data, headers);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.status >= 500) {
        services.log.error({ err: error.cause ?? error, requestId, method: request.method, path }, error.errorCode);
      }
      for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
      return answer(request, error.status, envelope(error), headers);
    }
  };
}

function makeContext(request: Request, match: Match, requestId: string, services: Services): Context {
  return {
    services,
    requestId,
    transport: 'rest',
    method: request.method,
    headers: request.headers,
    params: match.params,
    response: { status: undefined, headers: new Headers() },
    idempotency: null,
  };
}

function call(match: Match, ctx: Context, getRawInput: () => Promise<unknown>): Promise<unknown> {
  const { procedure, key } = match.route;
  const invoke = procedure as unknown as (options: object) => Promise<unknown>;
  return invoke({ ctx, getRawInput, path: key, type: procedure._def.type, signal: undefined, batchIndex: 0 });
}

/** The input of a procedure: path parameters with the query or the body, read at most once and only when asked for. */
function lazyInput(request: Request, match: Match, query: URLSearchParams): () => Promise<unknown> {
  let input: Promise<unknown> | undefined;
  return () => {
    input ??= readInput(request, match, query);
    return input;
  };
}

async function readInput(request: Request, match: Match, query: URLSearchParams): Promise<unknown> {
  const { method } = match.route.operation;
  const fromQuery: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    fromQuery[name] = values.length === 1 ? values[0] : values;
  }
  if (method !== 'GET') {
    const [stray] = Object.keys(fromQuery);
    if (stray !== undefined) throw invalid([stray], 'This address takes no query parameters.');
  }
  const given = method === 'GET' ? fromQuery : await readJsonBody(request);
  for (const name of Object.keys(match.params)) {
    if (Object.hasOwn(given, name)) throw invalid([name], 'This is part of the path and cannot be given again.');
  }
  return { ...given, ...match.params };
}

function preflight(methods: string[], headers: Headers): Response {
  for (const [name, value] of Object.entries(PREFLIGHT)) headers.set(name, value);
  headers.set('allow', methods.join(', '));
  headers.set('access-control-allow-methods', methods.join(', '));
  return new Response(null, { status: 204, headers });
}

function answer(request: Request, status: number, data: unknown, headers: Headers): Response {
  if (data === undefined || status === 302) return new Response(null, { status, headers });
  const body = Buffer.from(JSON.stringify(data));
  headers.set('content-type', 'application/json; charset=utf-8');
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/** The answer for anything that failed before a route could be looked for. */
export function failure(thrown: unknown, requestId: string = randomUUID()): Response {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown);
  return Response.json(envelope(error), {
    status: error.status,
    headers: { ...CORS, ...error.headers, 'x-request-id': requestId, 'cache-control': 'private, no-store' },
  });
}
