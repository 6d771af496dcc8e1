import { randomUUID } from 'node:crypto';
import { createAuthHandler } from '../api/auth/auth-handler.ts';
import { toApiError } from '../api/rest/envelope.ts';
import { createRestHandler, failure, type RestHandler } from '../api/rest/handler.ts';
import { livez, Readiness } from '../api/rest/health.ts';
import { toResponse, toRestRequest } from '../api/rest/message.ts';
import { reportFailure } from '../api/rest/report-failure.ts';
import { securityHeaders } from '../api/rest/security-headers.ts';
import { createTrpcHandler } from '../api/rest/trpc-handler.ts';
import { appRouter } from '../domains/router.ts';
import { once } from '../platform/once.ts';
import { databaseCopyRoute } from './database-copy-route.ts';
import { createMetrics } from './metrics.ts';
import { operatorRoutes } from './operator-routes.ts';
import type { RunningServices } from './start-services.ts';

/** Answers the HTTP requests of the core. */
export interface WebHandler {
  /** Answers a request; null when the core has no such address. */
  (request: Request): Promise<Response | null>;
  /** Answers requests below /v1 without the objects of the Fetch API, which cost more than the rest. */
  readonly rest: RestHandler;
  /** The answer to a request that can't be handled: its address is invalid, or its method unknown. */
  refuse(thrown: unknown): Response;
}

/** Whether an address belongs to REST. */
export function isRest(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/');
}

/** Makes the handler of all addresses of the core: /v1, /trpc, /auth, the health routes and those for operators. */
export function createWebHandler(services: RunningServices): WebHandler {
  const security = securityHeaders(services.settings.apiUrl);
  const bare = createRestHandler(appRouter, services);
  const rest: RestHandler = async (request) => {
    const { status, headers, body } = await bare(request);
    return { status, headers: { ...headers, ...security }, body };
  };
  const auth = createAuthHandler(services);
  const trpc = createTrpcHandler(appRouter, services);
  const readiness = new Readiness(services);
  const operators = operatorRoutes({
    secret: services.settings.operatorSecret ?? null,
    metrics: once(() => createMetrics(services.database.pool)),
    jobs: services.jobs,
  });
  const copies = databaseCopyRoute(services);
  const secured = (response: Response): Response => {
    const answer = new Response(response.body, response);
    for (const [name, value] of Object.entries(security)) answer.headers.set(name, value);
    return answer;
  };
  const answer = async (request: Request, pathname: string): Promise<Response | null> => {
    if (pathname.startsWith('/trpc/')) return await trpc(request);
    if (pathname.startsWith('/auth/')) return await auth(request);
    if (pathname === '/livez') return identified(livez());
    if (pathname === '/readyz') return identified(await readiness.answer());
    const answer = (await operators(request, pathname)) ?? (await copies(request, pathname));
    return answer && identified(answer);
  };
  const handle = async (request: Request): Promise<Response | null> => {
    const { pathname } = new URL(request.url);
    try {
      if (isRest(pathname)) return toResponse(await rest(toRestRequest(request)));
      const found = await answer(request, pathname);
      return found && secured(found);
    } catch (thrown) {
      const error = toApiError(thrown);
      const requestId = randomUUID();
      reportFailure(services.log, error, { pathname, requestId });
      return secured(failure(error, requestId));
    }
  };
  return Object.assign(handle, { rest, refuse: (thrown: unknown) => secured(failure(thrown)) });
}

/** Gives an answer its X-Request-Id. */
function identified(response: Response): Response {
  const answer = new Response(response.body, response);
  answer.headers.set('x-request-id', randomUUID());
  return answer;
}
