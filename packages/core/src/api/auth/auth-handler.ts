import { randomUUID } from 'node:crypto';
import { checkOrigin } from '../../access/authenticate.ts';
import { CLIENT_ADDRESS_HEADER, clientAddressOf } from '../../access/client-address.ts';
import { isKnownBrowser, knownBrowserCookie } from '../../access/known-browser.ts';
import { spendSignIn } from '../../access/sign-in-limits.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ApiServices } from '../context.ts';
import { failure } from '../rest/handler.ts';
import { changePasswordInput, readAuthBody, signInInput, updateUserInput } from './auth-body.ts';

/** Header fields that better-auth gets to see. Who the client is comes beside them. */
const HANDED_ON = ['cookie', 'origin', 'referer', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'user-agent'];
const MAX_FIELD_LENGTH = 8_192;

/** One request below /auth on its way. */
interface AuthRequest {
  readonly services: ApiServices;
  readonly request: Request;
  readonly path: string;
  /** Who asks; null when nobody knows. */
  readonly address: string | null;
}

/** The only addresses below /auth; whatever else the library offers isn't reached. */
const routes: Readonly<Record<string, (request: AuthRequest) => Promise<Response>>> = {
  'GET /auth/get-session': (request) => handOn(request),
  'POST /auth/sign-in/email': signIn,
  'POST /auth/sign-out': (request) => handOn(request, {}),
  'POST /auth/update-user': updateUser,
  'POST /auth/change-password': changePassword,
};

/**
 * Makes the handler of everything below /auth: signing in and out, the session, one's own name and password. Input is
 * checked here and rebuilt; better-auth does the rest. Errors come in the envelope.
 */
export function createAuthHandler(services: ApiServices): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = randomUUID();
    const path = new URL(request.url).pathname;
    try {
      const key = `${request.method} ${path}`;
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) throw new ApiError('not_found');
      const { headers, method } = request;
      // Browsers name the origin of every POST; programs that send neither it nor a cookie have nothing to protect.
      if (headers.has('cookie') || headers.has('origin')) checkOrigin({ services, headers, method });
      const response = await route({
        services,
        request,
        path,
        address: clientAddressOf(headers, services.settings.proxySecret),
      });
      if (response.status >= 500) throw new ApiError('internal', { cause: await response.text() });
      const answer = new Response(response.body, response);
      answer.headers.set('x-request-id', requestId);
      answer.headers.set('cache-control', 'private, no-store');
      return answer;
    } catch (thrown) {
      const answer = failure(thrown, requestId);
      if (answer.status >= 500) services.log.error({ err: thrown, requestId, path }, 'a request to /auth failed');
      return answer;
    }
  };
}

async function signIn(request: AuthRequest): Promise<Response> {
  const body = await readAuthBody(request.request, signInInput);
  const { services, address } = request;
  const cookies = request.request.headers.get('cookie');
  const known = isKnownBrowser(services.settings, body.email, cookies);
  const giveBack = await spendSignIn(services, { email: body.email, address, isKnownBrowser: known });
  const response = await handOn(request, body);
  if (response.status === 401) throw new ApiError('auth.invalid_credentials');
  if (!response.ok) return response;
  await giveBack();
  const answer = new Response(response.body, response);
  answer.headers.append('set-cookie', knownBrowserCookie(services.settings, body.email));
  return answer;
}

async function updateUser(request: AuthRequest): Promise<Response> {
  await personOf(request);
  return handOn(request, await readAuthBody(request.request, updateUserInput));
}

/** Whoever changes a password may do so because somebody else knows it: all other sessions end. */
async function changePassword(request: AuthRequest): Promise<Response> {
  const { id } = await personOf(request);
  const body = await readAuthBody(request.request, changePasswordInput);
  const giveBack = await request.services.limiter.spend('auth.change_password', id);
  const response = await handOn(request, { ...body, revokeOtherSessions: true });
  if (response.ok) await giveBack();
  if (response.status === 400) throw invalid(['currentPassword'], 'The current password is wrong.');
  return response;
}

/** Who is signed in. @throws ApiError `auth.missing_session` */
async function personOf({ services, request }: AuthRequest): Promise<{ readonly id: string }> {
  const auth = await services.auth();
  const session = await auth.api.getSession({ headers: pick(request.headers, ['cookie']) });
  if (!session) throw new ApiError('auth.missing_session');
  return session.user;
}

/**
 * Lets better-auth answer.
 *
 * @param body what it gets to see of the request's body, which has to be JSON
 * @throws ApiError `auth.missing_session`, `auth.origin_not_allowed`
 */
async function handOn({ services, request, path, address }: AuthRequest, body?: object): Promise<Response> {
  const headers = pick(request.headers, HANDED_ON);
  if (address !== null) headers.set(CLIENT_ADDRESS_HEADER, address);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const auth = await services.auth();
  const response = await auth.handler(
    new Request(new URL(path, services.settings.apiUrl), {
      method: request.method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  if (response.status === 403) throw new ApiError('auth.origin_not_allowed');
  if (response.status === 401 && path !== '/auth/sign-in/email') throw new ApiError('auth.missing_session');
  return response;
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null && value.length <= MAX_FIELD_LENGTH) picked.set(name, value);
  }
  return picked;
}
