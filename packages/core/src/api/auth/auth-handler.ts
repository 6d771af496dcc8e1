import { randomUUID } from 'node:crypto';
import { checkOrigin } from '../../access/authenticate.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import { isKnownBrowser, knownBrowserCookie } from '../../access/known-browser.ts';
import { forgetDevices, forgetTrustedDevices } from '../../access/password-resets.ts';
import { spendSignIn } from '../../access/sign-in-limits.ts';
import { assertUsable } from '../../platform/database/outage.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ApiServices } from '../context.ts';
import { toApiError } from '../rest/envelope.ts';
import { failure } from '../rest/handler.ts';
import { reportFailure } from '../rest/report-failure.ts';
import { changePasswordInput, readAuthBody, signInInput, updateUserInput } from './auth-body.ts';
import { type AuthRequest, handOn, isPasswordOf, personOf, recordAccount } from './auth-request.ts';
import { allowDevice, denyDevice, endDevice, fetchDeviceToken, previewDevice, requestDevice } from './devices.ts';
import {
  listPasskeys,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { completeReset, previewReset, requestReset } from './password-reset.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  finishSignIn,
  renewRecoveryCodes,
} from './two-factor.ts';

/** The only addresses below /auth; other routes of the library can't be reached. */
const routes: Readonly<Record<string, (request: AuthRequest) => Promise<Response>>> = {
  'GET /auth/get-session': (request) => handOn(request),
  'POST /auth/sign-in/email': signIn,
  'POST /auth/sign-out': (request) => handOn(request, {}),
  'POST /auth/update-user': updateUser,
  'POST /auth/change-password': changePassword,
  'GET /auth/sessions': listSessions,
  'POST /auth/sessions/end': endSession,
  'POST /auth/sessions/end-others': endOtherSessions,
  'POST /auth/two-factor/enable': beginTwoFactor,
  'POST /auth/two-factor/confirm': confirmTwoFactor,
  'POST /auth/two-factor/disable': disableTwoFactor,
  'POST /auth/two-factor/renew-codes': renewRecoveryCodes,
  'POST /auth/two-factor/verify-totp': finishSignIn,
  'POST /auth/two-factor/verify-backup-code': finishSignIn,
  'GET /auth/passkeys': listPasskeys,
  'POST /auth/passkeys/register-options': passkeyRegistrationOptions,
  'POST /auth/passkeys/register': registerPasskey,
  'POST /auth/passkeys/rename': renamePasskey,
  'POST /auth/passkeys/remove': removePasskey,
  'POST /auth/passkeys/sign-in-options': passkeySignInOptions,
  'POST /auth/passkeys/sign-in': signInWithPasskey,
  'POST /auth/device/request': requestDevice,
  'POST /auth/device/token': fetchDeviceToken,
  'POST /auth/device/preview': previewDevice,
  'POST /auth/device/allow': allowDevice,
  'POST /auth/device/deny': denyDevice,
  'POST /auth/device/end': endDevice,
  'POST /auth/password-reset/request': requestReset,
  'POST /auth/password-reset/preview': previewReset,
  'POST /auth/password-reset/complete': completeReset,
};

/**
 * Makes the handler of everything below /auth: signing in and out, sessions, one's own name, password, second factor and
 * passkeys. It checks input and rebuilds it for better-auth, which does the rest. Errors come in the envelope.
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
        requestId,
        address: clientAddressOf(headers, services.settings.proxySecret),
      });
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

/** A password may be changed because someone else knows it, so all other sessions end. */
async function changePassword(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const body = await readAuthBody(request.request, changePasswordInput);
  const giveBack = await request.services.limiter.spend('auth.change_password', person.id);
  const { prisma } = request.services.database;
  if (!(await isPasswordOf(request.services, person.id, body.currentPassword))) throw wrongPassword();
  // Before sessions end: a program that fetched its token in between would keep it.
  await forgetDevices(prisma, person.id);
  const response = await handOn(request, { ...body, revokeOtherSessions: true });
  if (response.ok) {
    await giveBack();
    await forgetTrustedDevices(prisma, person.id);
    await forgetDevices(prisma, person.id);
    await recordAccount(request, person, 'account.change_password');
  }
  // It was changed meanwhile.
  if (response.status === 400) throw wrongPassword();
  return response;
}

function wrongPassword(): ApiError {
  return invalid(['currentPassword'], 'The current password is wrong.');
}
