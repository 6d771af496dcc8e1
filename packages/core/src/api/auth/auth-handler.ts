import { randomUUID } from 'node:crypto';
import { checkOrigin } from '../../access/authenticate.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { noteRoute } from '../../platform/telemetry/request-record.ts';
import type { ApiServices } from '../context.ts';
import { asBrokenBody } from '../rest/body.ts';
import { toApiError } from '../rest/envelope.ts';
import { failure } from '../rest/handler.ts';
import { limitBody } from '../rest/limit-body.ts';
import { reportFailure } from '../rest/report-failure.ts';
import { withinLimits } from '../within-limits.ts';
import type { ApiAuthContext, AuthOperation, AuthOperations } from './auth-operation.ts';
import { findSignedIn, requireVerified } from './signed-in.ts';

/** Bodies below /auth hold at most this many bytes. */
const MAX_AUTH_BODY_BYTES = 16 * 1024;

/**
 * Makes the handler of everything below /auth. An operation's steps are: origin, body, admission, session, input, limits, verb. No
 * other route of better-auth can be reached. Errors come in the envelope.
 */
export function createAuthHandler(
  operations: AuthOperations,
  services: ApiServices,
): (request: Request) => Promise<Response> {
  const routes = routesOf(operations, services);
  return async (request) => {
    const requestId = randomUUID();
    const url = new URL(request.url);
    const { pathname: path } = url;
    try {
      const operation = routes.get(`${request.method} ${path}`);
      if (!operation) throw new ApiError('not_found');
      noteRoute(path);
      const { headers, method } = request;
      // Browsers send Origin with every POST. A program that sends neither Origin nor a cookie needs no protection.
      if (headers.has('cookie') || headers.has('origin')) checkOrigin({ services, headers, method });
      const address = clientAddressOf(headers, services.settings.proxySecret);
      const response = { status: 200, headers: new Headers({ 'content-type': 'application/json' }) };
      const ctx: ApiAuthContext = { services, requestId, method, url, headers, address, response };
      const text = await readText(request);
      const data = await services.admission.run(address ?? '', () => carryOut(operation, ctx, text));
      response.headers.set('x-request-id', requestId);
      response.headers.set('cache-control', 'private, no-store');
      if (data === undefined) response.headers.delete('content-type');
      return new Response(data === undefined ? null : JSON.stringify(data), response);
    } catch (thrown) {
      const error = toApiError(thrown);
      reportFailure(services.log, error, { requestId, path });
      return failure(error, requestId);
    }
  };
}

/** The operations that exist here, by method and path. */
function routesOf(operations: AuthOperations, { singleSignOn }: ApiServices): ReadonlyMap<string, AuthOperation> {
  const providers = singleSignOn?.settings.providers ?? [];
  return new Map(
    Object.entries(operations).flatMap(([key, operation]) => {
      if (!operation.needsProviders) return [[key, operation] as const];
      return providers.map(({ id }) => [key.replace('{provider}', id), operation] as const);
    }),
  );
}

async function carryOut({ access, input, limits = [], run }: AuthOperation, ctx: ApiAuthContext, text: string) {
  const person = access === 'public' ? null : await findSignedIn(ctx);
  const needsSession = access === 'session' || access === 'verified';
  if (needsSession && !person) throw new ApiError('auth.missing_session');
  if (access === 'verified' && person) requireVerified(person);
  const given = input && parse(input, ctx, text);
  // Who is signed in turns codes on elsewhere, which is on record.
  if (access === 'signed_out' && person) throw new ApiError('auth.sign_in_over');
  const known = { ...ctx, person } as Parameters<typeof run>[0];
  const counted = { limiter: ctx.services.limiter, owner: person?.id, ctx: known, input: given };
  return withinLimits(limits, counted, () => run(known, given));
}

/** @throws ApiError `payload_too_large`, `request_timeout` */
function readText(request: Request): Promise<string> {
  if (!request.body) return Promise.resolve('');
  return limitBody(request, MAX_AUTH_BODY_BYTES)
    .text()
    .catch((error: unknown) => {
      throw asBrokenBody(error);
    });
}

/** @throws ApiError `unsupported_media_type`, `validation_failed` */
function parse(input: NonNullable<AuthOperation['input']>, { headers }: ApiAuthContext, text: string): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type');
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid([], 'The body is not valid JSON.');
  }
  const parsed = input.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ApiError('validation_failed', {
    details: parsed.error.issues.map(({ path, message }) => ({ path: path.map((part) => String(part)), message })),
  });
}
