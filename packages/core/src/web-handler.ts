import { randomUUID } from 'node:crypto';
import { createRestHandler, failure, type RestHandler } from './rest/handler.ts';
import { livez, Readiness } from './rest/health.ts';
import { limitBody } from './rest/limit-body.ts';
import { toResponse, toRestRequest } from './rest/message.ts';
import { createTrpcHandler } from './rest/trpc-handler.ts';
import { appRouter } from './router.ts';
import type { Services } from './services.ts';

/** The core's face to the web. */
export interface WebHandler {
  /** Answers a request, or null when the address is none of the core's. */
  (request: Request): Promise<Response | null>;
  /** Answers what lies below /v1, for servers that can do without the Fetch API's objects: those cost more than the rest. */
  readonly rest: RestHandler;
}

/** Whether an address belongs to REST. */
export function isRest(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** The core's whole face to the web, as one function: /v1, /trpc, /auth and the health routes. */
export function createWebHandler(services: Services): WebHandler {
  const rest = createRestHandler(appRouter, services);
  const trpc = createTrpcHandler(appRouter, services);
  const readiness = new Readiness(services);
  const handle = async (request: Request): Promise<Response | null> => {
    const { pathname } = new URL(request.url);
    try {
      if (isRest(pathname)) return toResponse(await rest(toRestRequest(request)));
      if (pathname.startsWith('/trpc/')) return await trpc(request);
      if (pathname.startsWith('/auth/')) return identified(await services.auth.handler(limitBody(request)));
      if (pathname === '/livez') return identified(livez());
      if (pathname === '/readyz') return identified(await readiness.answer());
      return null;
    } catch (thrown) {
      const answer = failure(thrown);
      if (answer.status >= 500) {
        const requestId = answer.headers.get('x-request-id');
        services.log.error({ err: thrown, pathname, requestId }, 'a request failed outside of any route');
      }
      return answer;
    }
  };
  return Object.assign(handle, { rest });
}

/** Gives an answer its X-Request-Id. */
function identified(response: Response): Response {
  const answer = new Response(response.body, response);
  answer.headers.set('x-request-id', randomUUID());
  return answer;
}
