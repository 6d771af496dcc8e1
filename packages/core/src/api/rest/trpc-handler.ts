import { randomUUID } from 'node:crypto';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { ApiError, invalid } from '../../platform/errors.ts';
import { noteRoute } from '../../platform/telemetry/request-record.ts';
import { type ApiServices, newContext } from '../context.ts';
import { isJson, MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from './body.ts';
import { toApiError } from './envelope.ts';
import { limitBody } from './limit-body.ts';
import type { ProcedureMeta } from './meta.ts';
import { reportFailure } from './report-failure.ts';

const ENDPOINT = '/trpc';
/**
 * The position of the event stream before which everything is in the answer. A stream that begins there has all changes since,
 * however much later it's opened.
 */
const POSITION_HEADER = 'stele-events-after';
/** The most calls in one request. */
const MAX_CALLS = 20;
/** The most characters of a request's path and query. */
const MAX_ADDRESS_LENGTH = 8_000;

/**
 * Makes the handler of /trpc, which the admin calls. It only takes sessions, and ignores a Bearer header. A request with too
 * many calls gets 400 with REST's error envelope, and none of its calls is made.
 */
export function createTrpcHandler(
  router: AnyTRPCRouter,
  services: ApiServices,
): (request: Request) => Promise<Response> {
  const procedures = router._def.procedures as Record<string, AnyTRPCProcedure>;
  const isPublic = (name: string): boolean => {
    const meta = Object.hasOwn(procedures, name)
      ? (procedures[name]?._def.meta as ProcedureMeta | undefined)
      : undefined;
    return meta?.operation?.access === 'public';
  };
  return async (request) => {
    const calls = callsOf(request);
    const [only = ''] = calls;
    if (calls.length > 1) noteRoute(`${ENDPOINT}/(several)`);
    else if (Object.hasOwn(procedures, only)) noteRoute(`${ENDPOINT}/${only}`);
    if (request.method === 'POST' && !isJson(request.headers.get('content-type'))) {
      throw new ApiError('unsupported_media_type');
    }
    const bounded = limitBody(request, calls.some(isPublic) ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES);
    const requestId = randomUUID();
    // Before anything is read.
    const position = String(services.clock.now().getTime());
    const { method, headers } = request;
    const context = newContext(services, { requestId, transport: 'trpc', method, headers, params: null });
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      req: bounded,
      router,
      createContext: () => context,
      responseMeta({ errors }) {
        const headers = new Headers({
          'x-request-id': requestId,
          'cache-control': 'private, no-store',
          [POSITION_HEADER]: position,
        });
        const outage = errors.map(toApiError).find(({ errorCode }) => errorCode === 'unavailable');
        if (outage === undefined) return { headers };
        for (const [name, value] of Object.entries(outage.headers)) headers.set(name, value);
        return { headers, ...(errors.length === calls.length && { status: outage.status }) };
      },
      onError({ error, path }) {
        reportFailure(services.log, toApiError(error), { requestId, path });
      },
    });
  };
}

/**
 * Names of the procedures that a request calls.
 *
 * @throws ApiError `not_found` for unknown procedures; `validation_failed` for too many of them, or too long a URL
 */
function callsOf(request: Request): string[] {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > MAX_ADDRESS_LENGTH) {
    throw invalid([], `The URL of a request may have at most ${MAX_ADDRESS_LENGTH} characters.`);
  }
  // Only plain names are allowed, because tRPC would decode and trim others.
  const names = pathname.slice(ENDPOINT.length + 1).replaceAll(/%2c/gi, ',');
  if (!/^[A-Za-z.,]+$/.test(names)) throw new ApiError('not_found');
  const calls = names.split(',');
  if (calls.length > MAX_CALLS) throw invalid([], `A request may make at most ${MAX_CALLS} calls.`);
  return calls;
}
