import { randomUUID } from 'node:crypto';
import { findHashByEmail } from '../../access/accounts.ts';
import { checkOrigin } from '../../access/authenticate.ts';
import { endedWithPassword } from '../../access/clear-credentials.store.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import { isKnownBrowser, knownBrowserCookie } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { spendSignIn } from '../../access/sign-in-limits.ts';
import { assertUsable } from '../../platform/database/outage.ts';
import { ApiError } from '../../platform/errors.ts';
import { noteRoute } from '../../platform/telemetry/request-record.ts';
import type { ApiServices } from '../context.ts';
import { toApiError } from '../rest/envelope.ts';
import { failure } from '../rest/handler.ts';
import { reportFailure } from '../rest/report-failure.ts';
import { readAuthBody, signInInput, updateUserInput, withWholeBody } from './auth-body.ts';
import { type AuthRequest, forward, personOf } from './auth-request.ts';
import { changePassword } from './change-password.ts';
import * as devices from './devices.ts';
import * as passkeys from './passkeys.ts';
import * as passwordReset from './password-reset.ts';
import * as sessions from './sessions.ts';
import { recordingRefusal, recordSignIn } from './sign-in-record.ts';
import * as twoFactor from './two-factor.ts';

/** Routes below /auth, by method and path. */
export type AuthRoutes = Readonly<Record<string, (request: AuthRequest) => Promise<Response>>>;

/** Other routes of better-auth can't be reached. */
const OWN_ROUTES: AuthRoutes = {
  'GET /auth/get-session': (request) => forward(request),
  'POST /auth/sign-in/email': signIn,
  'POST /auth/sign-out': (request) => forward(request, {}),
  'POST /auth/update-user': updateUser,
  'POST /auth/change-password': changePassword,
  'GET /auth/sessions': sessions.listSessions,
  'POST /auth/sessions/end': sessions.endSession,
  'POST /auth/sessions/end-others': sessions.endOtherSessions,
  'POST /auth/two-factor/enable': twoFactor.beginTwoFactor,
  'POST /auth/two-factor/confirm': twoFactor.confirmTwoFactor,
  'POST /auth/two-factor/disable': twoFactor.disableTwoFactor,
  'POST /auth/two-factor/renew-codes': twoFactor.renewRecoveryCodes,
  'POST /auth/two-factor/verify-totp': twoFactor.finishSignIn,
  'POST /auth/two-factor/verify-backup-code': twoFactor.finishSignIn,
  'GET /auth/passkeys': passkeys.listPasskeys,
  'POST /auth/passkeys/register-options': passkeys.passkeyRegistrationOptions,
  'POST /auth/passkeys/register': passkeys.registerPasskey,
  'POST /auth/passkeys/rename': passkeys.renamePasskey,
  'POST /auth/passkeys/remove': passkeys.removePasskey,
  'POST /auth/passkeys/sign-in-options': passkeys.passkeySignInOptions,
  'POST /auth/passkeys/sign-in': passkeys.signInWithPasskey,
  'POST /auth/device/request': devices.requestDevice,
  'POST /auth/device/token': devices.fetchDeviceToken,
  'POST /auth/device/preview': devices.previewDevice,
  'POST /auth/device/allow': devices.allowDevice,
  'POST /auth/device/deny': devices.denyDevice,
  'POST /auth/device/end': devices.endDevice,
  'POST /auth/password-reset/request': passwordReset.requestReset,
  'POST /auth/password-reset/preview': passwordReset.previewReset,
  'POST /auth/password-reset/complete': passwordReset.completeReset,
};

/**
 * Makes the handler of everything below /auth: signing in and out, sessions, one's own name, password, second factor and
 * passkeys. It checks the input, and passes only known fields to better-auth. Errors come in the envelope.
 *
 * @param more routes that need more than what better-auth does
 */
export function createAuthHandler(
  services: ApiServices,
  more: AuthRoutes = {},
): (request: Request) => Promise<Response> {
  const routes = { ...OWN_ROUTES, ...more };
  return async (request) => {
    const requestId = randomUUID();
    const path = new URL(request.url).pathname;
    try {
      const key = `${request.method} ${path}`;
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) throw new ApiError('not_found');
      noteRoute(path);
      const { headers, method } = request;
      // Browsers send Origin with every POST. A program that sends neither Origin nor a cookie needs no protection.
      if (headers.has('cookie') || headers.has('origin')) checkOrigin({ services, headers, method });
      const address = clientAddressOf(headers, services.settings.proxySecret);
      const whole = await withWholeBody(request);
      const carryOut = () => route({ services, request: whole, path, requestId, address });
      const response = await services.admission.run(address ?? '', carryOut);
      if (response.status >= 500) {
        await assertUsable(services.database);
        throw new ApiError('internal', { cause: await response.text() });
      }
      const answer = new Response(response.body, response);
      answer.headers.set('x-request-id', requestId);
      answer.headers.set('cache-control', 'private, no-store');
      return answer;
    } catch (thrown) {
      const error = toApiError(thrown);
      reportFailure(services.log, error, { requestId, path });
      return failure(error, requestId);
    }
  };
}

async function signIn(request: AuthRequest): Promise<Response> {
  const body = await readAuthBody(request.request, signInInput);
  const { services, address } = request;
  const cookies = request.request.headers.get('cookie');
  const known = isKnownBrowser(services.settings, body.email, cookies);
  const giveBack = await spendSignIn(services, { email: body.email, address, isKnownBrowser: known });
  // Someone who may not use a password learns no more than with a wrong one.
  const mayUse = await maySignInWithout(services, body.email);
  const password = await findHashByEmail(services.database.prisma, body.email);
  const response = await recordingRefusal(request, { email: body.email }, 'password', async () => {
    const made = await forward(request, mayUse ? body : { ...body, password: randomUUID() });
    const isRefused =
      made.status === 401 || (made.ok && (await endedWithPassword(services.database.prisma, made, password)));
    if (isRefused) throw new ApiError('auth.invalid_credentials');
    return made;
  });
  if (!response.ok) return response;
  await giveBack();
  const { user } = (await response.clone().json()) as { user?: { id: string; name: string; email: string } };
  // Without one, a code is asked for first.
  if (user) await recordSignIn(request, user, 'password');
  const answer = new Response(response.body, response);
  answer.headers.append('set-cookie', knownBrowserCookie(services.settings, body.email));
  return answer;
}

async function updateUser(request: AuthRequest): Promise<Response> {
  await personOf(request);
  return forward(request, await readAuthBody(request.request, updateUserInput));
}
