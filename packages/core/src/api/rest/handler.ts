import { randomUUID } from 'node:crypto';
import type { AnyTRPCRouter } from '@trpc/server';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { noteRoute } from '../../platform/telemetry/request-record.ts';
import { type ApiContext, type ApiServices, newContext } from '../context.ts';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES, readJsonBody } from './body.ts';
import { envelope, toApiError } from './envelope.ts';
import type { RestAnswer, RestRequest } from './message.ts';
import { reportFailure } from './report-failure.ts';
import { compileRoutes, type Match, matchRoute, methodsAt } from './routes.ts';
import { StreamedText } from './streamed-text.ts';

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

/** Answers everything below /v1. */
export type RestHandler = (request: RestRequest) => Promise<RestAnswer>;

/**
 * Makes the handler of everything below /v1. It finds the procedure, calls it with an input that is read on demand, and turns
 * the result or error into an HTTP response.
 */
export function createRestHandler(router: AnyTRPCRouter, services: ApiServices): RestHandler {
  const routes = compileRoutes(router);

  return async (request) => {
    const requestId = randomUUID();
    const path = request.path.slice(BASE_PATH.length);
    const headers = commonHeaders(requestId);
    if (request.method === 'OPTIONS') {
      const methods = methodsAt(routes, path);
      if (methods.length > 0) return preflight(methods, headers);
    }
    try {
      const match = matchRoute(routes, request.method, path);
      noteRoute(`${BASE_PATH}${match.route.operation.path}`);
      const { method, headers: given } = request;
      const from = { requestId, transport: 'rest', method, headers: given, params: match.params } as const;
      const ctx = newContext(services, from);
      const data = await call(match, ctx, lazyInput(request, match));
      await takeBreak();
      for (const [name, value] of ctx.response.headers) headers[name] = value;
      return answer(request, ctx.response.status, data, headers);
    } catch (thrown) {
      const error = toApiError(thrown);
      reportFailure(services.log, error, { requestId, method: request.method, path });
      return answer(request, error.status, envelope(error), { ...headers, ...error.headers });
    }
  };
}

/** Headers of every response. */
function commonHeaders(requestId: string): Record<string, string> {
  return { ...CORS, 'x-request-id': requestId, 'cache-control': 'private, no-store' };
}

function call(match: Match, ctx: ApiContext, getRawInput: () => Promise<unknown>): Promise<unknown> {
  const { procedure, key } = match.route;
  const invoke = procedure as (options: object) => Promise<unknown>;
  return invoke({ ctx, getRawInput, path: key, type: procedure._def.type, signal: undefined, batchIndex: 0 });
}

/** The input of a procedure: path parameters with the query or the body. It's read once, when the procedure asks for it. */
function lazyInput(request: RestRequest, match: Match): () => Promise<unknown> {
  let input: Promise<unknown> | undefined;
  return () => {
    input ??= readInput(request, match);
    return input;
  };
}

async function readInput(request: RestRequest, match: Match): Promise<unknown> {
  const { method, access } = match.route.operation;
  const fromQuery = readQuery(request.query);
  if (method !== 'GET') {
    const [stray] = Object.keys(fromQuery);
    if (stray !== undefined) throw invalid([stray], 'This address takes no query parameters.');
  }
  const most = access === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES;
  const given = method === 'GET' ? fromQuery : await readJsonBody(request, most);
  for (const name of Object.keys(match.params)) {
    if (Object.hasOwn(given, name)) throw invalid([name], 'This is part of the path and cannot be given again.');
  }
  return { ...given, ...match.params };
}

/** The parameters of a query. A repeated one is a list. */
function readQuery(query: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of query) {
    const known = values.get(name);
    if (Array.isArray(known)) known.push(value);
    else values.set(name, known === undefined ? value : [known, value]);
  }
  return Object.fromEntries(values);
}

function preflight(methods: string[], headers: Record<string, string>): RestAnswer {
  const allow = methods.join(', ');
  return {
    status: 204,
    headers: { ...headers, ...PREFLIGHT, allow, 'access-control-allow-methods': allow },
    body: null,
  };
}

function answer(request: RestRequest, status: number, data: unknown, headers: Record<string, string>): RestAnswer {
  if (data === undefined || status === 302) return { status, headers, body: null };
  if (data instanceof StreamedText) {
    headers['content-type'] = data.contentType;
    return { status, headers, body: request.method === 'HEAD' ? null : data.pieces };
  }
  headers['content-type'] = 'application/json; charset=utf-8';
  const body = Buffer.from(JSON.stringify(data));
  headers['content-length'] = String(body.byteLength);
  return { status, headers, body: request.method === 'HEAD' ? null : body };
}

/** The response to an error outside of any route. */
export function failure(thrown: unknown, requestId: string = randomUUID()): Response {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  const headers = { ...commonHeaders(requestId), ...type, ...error.headers };
  return Response.json(envelope(error), { status: error.status, headers });
}
