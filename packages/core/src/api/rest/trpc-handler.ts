import { randomUUID } from 'node:crypto';
import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { ApiServices, Context } from '../context.ts';
import { toApiError } from './envelope.ts';

/** Makes the handler of /trpc, which the admin calls. It takes sessions only; a Bearer header is not looked at. */
export function createTrpcHandler(
  router: AnyTRPCRouter,
  services: ApiServices,
): (request: Request) => Promise<Response> {
  return (request) => {
    const requestId = randomUUID();
    const context: Context = {
      services,
      requestId,
      transport: 'trpc',
      method: request.method,
      headers: request.headers,
      params: null,
      response: { status: undefined, headers: new Map() },
      idempotency: null,
    };
    return fetchRequestHandler({
      endpoint: '/trpc',
      req: request,
      router,
      createContext: () => context,
      responseMeta: () => ({
        headers: new Headers({ 'x-request-id': requestId, 'cache-control': 'private, no-store' }),
      }),
      onError({ error, path }) {
        const known = toApiError(error);
        if (known.status >= 500) services.log.error({ err: known.cause ?? error, requestId, path }, known.errorCode);
      },
    });
  };
}
