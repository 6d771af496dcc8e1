import { randomUUID } from 'node:crypto';
import { createAuthHandler } from '../api/auth/auth-handler.ts';
import { toApiError } from '../api/rest/envelope.ts';
import { createRestHandler, failure, type RestHandler } from '../api/rest/handler.ts';
import { livez, Readiness } from '../api/rest/health.ts';
import { type RestAnswer, toResponse, toRestRequest } from '../api/rest/message.ts';
import { reportFailure } from '../api/rest/report-failure.ts';
import { securityHeaders } from '../api/rest/security-headers.ts';
import { createTrpcHandler } from '../api/rest/trpc-handler.ts';
import { doctorRoute } from '../features/doctor/doctor-route.ts';
import { operatorRoutes } from '../features/operating/operator-routes.ts';
import { isScim, scimRoutes } from '../features/single-sign-on/directory/scim-routes.ts';
import { noteRoute } from '../platform/telemetry/request-record.ts';
import { databaseCopyRoute } from './database-copy-route.ts';
import { reportRequests } from './request-report.ts';
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

/** Makes the handler of all addresses of the core: /v1, /trpc, /auth, /scim, the health routes and those for operators. */
export function createWebHandler(services: RunningServices): WebHandler {
  const security = securityHeaders(services.settings.apiUrl);
  const bare = createRestHandler(services.registry.router, services);
  const report = reportRequests(services.log, services.telemetry);
  const rest: RestHandler = async (request) => {
    const head = ({ status, headers }: RestAnswer) => ({ status, requestId: headers['x-request-id'] ?? '' });
    const { status, headers, body } = await report(request, () => bare(request), head);
    return { status, headers: { ...headers, ...security }, body };
  };
  const auth = createAuthHandler(services.registry.auth, services);
  const scim = scimRoutes(services);
  const trpc = createTrpcHandler(services.registry.router, services);
  const readiness = new Readiness(services);
  const operators = operatorRoutes({
    secret: services.settings.operatorSecret ?? null,
    metrics: services.metrics,
    jobs: services.jobs,
  });
  const copies = databaseCopyRoute(services);
  const doctor = doctorRoute(services);
  const secured = (response: Response): Response => {
    const answer = new Response(response.body, response);
    for (const [name, value] of Object.entries(security)) answer.headers.set(name, value);
    return answer;
  };
  const answer = async (request: Request, pathname: string): Promise<Response | null> => {
    if (pathname.startsWith('/trpc/')) return await trpc(request);
    if (pathname.startsWith('/auth/')) return await auth(request);
    if (isScim(pathname)) return await scim(request);
    if (pathname === '/livez' || pathname === '/readyz') noteRoute(pathname);
    if (pathname === '/livez') return identified(livez());
    if (pathname === '/readyz') return identified(await readiness.answer());
    const answer =
      (await operators(request, pathname)) ?? (await copies(request, pathname)) ?? (await doctor(request, pathname));
    if (answer) noteRoute(pathname);
    return answer && identified(answer);
  };
  const handle = async (request: Request): Promise<Response | null> => {
    const path = new URL(request.url).pathname;
    if (isRest(path)) return toResponse(await rest(toRestRequest(request)));
    const { method, headers } = request;
    return report(
      { method, path, headers },
      () => answerOthers(request, path),
      (given) => given && { status: given.status, requestId: given.headers.get('x-request-id') ?? '' },
    );
  };
  const answerOthers = async (request: Request, pathname: string): Promise<Response | null> => {
    try {
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
