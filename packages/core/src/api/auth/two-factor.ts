import { findPasswordHash } from '../../access/accounts.ts';
import { betterAuthSessionOf } from '../../access/authenticate.ts';
import { endedWithPassword } from '../../access/clear-credentials.store.ts';
import { forgetTrustedDevices } from '../../access/forget-devices.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { codeInput, readAuthBody, signInCodeInput } from './auth-body.ts';
import {
  type AuthRequest,
  askBetterAuth,
  confirmedPersonOf,
  personOf,
  recordAccount,
  requireVerified,
  withCookiesOf,
} from './auth-request.ts';
import { findPending, recordFailedSignIn, recordSignIn } from './sign-in-record.ts';

/**
 * Begins to turn codes on: returns the secret, as a URL for authenticator apps, and recovery codes. Codes are required only
 * after a first one was confirmed.
 */
export async function beginTwoFactor(request: AuthRequest): Promise<Response> {
  const { person, password } = await confirmedPersonOf(request);
  requireVerified(person);
  if (person.hasTwoFactor) throw new ApiError('auth.two_factor_enabled');
  const response = await askBetterAuth(request, { body: { password, method: 'totp' } });
  const { totpURI, backupCodes } = await bodyOf<{ totpURI: string; backupCodes: string[] }>(response);
  return Response.json({ totp_uri: totpURI, recovery_codes: backupCodes });
}

/** Turns codes on, if the given one is right. */
export async function confirmTwoFactor(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  requireVerified(person);
  const { code } = await readAuthBody(request.request, codeInput);
  if (person.hasTwoFactor) throw new ApiError('auth.two_factor_enabled');
  const giveBack = await request.services.limiter.spend('auth.second_factor', person.id);
  const { prisma } = request.services.database;
  const password = await findPasswordHash(prisma, person.id);
  const response = await askBetterAuth(request, { path: 'two-factor/verify-totp', body: { code } });
  if (response.status === 400 || response.status === 401) throw wrongCode();
  if ((await findPasswordHash(prisma, person.id)) !== password) {
    // Someone else has the account by now.
    await prisma.$transaction([
      prisma.twoFactor.deleteMany({ where: { userId: person.id } }),
      prisma.user.update({ where: { id: person.id }, data: { twoFactorEnabled: false } }),
      prisma.session.deleteMany({ where: { userId: person.id } }),
    ]);
    throw new ApiError('auth.missing_session');
  }
  await giveBack();
  await recordAccount(request, person, 'account.enable_two_factor');
  return withCookiesOf(response, { enabled: true });
}

/** Turns codes off. */
export async function disableTwoFactor(request: AuthRequest): Promise<Response> {
  const { person, password } = await confirmedPersonOf(request);
  const response = await askBetterAuth(request, { body: { password } });
  await bodyOf(response.clone());
  await forgetTrustedDevices(request.services.database.prisma, person.id);
  if (person.hasTwoFactor) await recordAccount(request, person, 'account.disable_two_factor');
  return withCookiesOf(response, { enabled: false });
}

/** Makes new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(request: AuthRequest): Promise<Response> {
  const { person, password } = await confirmedPersonOf(request);
  const response = await askBetterAuth(request, { path: 'two-factor/generate-backup-codes', body: { password } });
  if (response.status === 400) throw new ApiError('auth.two_factor_disabled');
  const { backupCodes } = await bodyOf<{ backupCodes: string[] }>(response);
  await recordAccount(request, person, 'account.renew_recovery_codes');
  return Response.json({ recovery_codes: backupCodes });
}

/** Signs in with a code of the authenticator app, or a recovery code, after the password. A recovery code works once. */
export async function finishSignIn(request: AuthRequest): Promise<Response> {
  const body = await readAuthBody(request.request, signInCodeInput);
  // Who is signed in turns codes on elsewhere, which is on record.
  const cookie = request.request.headers.get('cookie');
  if (cookie !== null && (await betterAuthSessionOf(request.services, cookie))) throw new ApiError('auth.sign_in_over');
  const pending = await findPending(request);
  const giveBack = await request.services.limiter.spend('auth.second_factor', request.address ?? 'unknown');
  const { prisma } = request.services.database;
  const password = pending === null ? null : await findPasswordHash(prisma, pending);
  const response = await askBetterAuth(request, { body });
  if (response.ok) {
    if (await endedWithPassword(prisma, response, password)) throw new ApiError('auth.sign_in_over');
    await giveBack();
    const { user } = (await response.clone().json()) as { user: { id: string; name: string; email: string } };
    const isRecovery = request.path.endsWith('backup-code');
    if (isRecovery) await recordAccount(request, user, 'account.use_recovery_code');
    await recordSignIn(request, user, isRecovery ? 'recovery_code' : 'code');
    return withCookiesOf(response, { signed_in: true });
  }
  const { code } = (await response.json()) as { code?: string };
  if (response.status === 429) throw new ApiError('rate_limited', { headers: { 'retry-after': '900' } });
  if (code === 'INVALID_CODE' || code === 'INVALID_BACKUP_CODE') {
    const way = request.path.endsWith('backup-code') ? 'recovery_code' : 'code';
    if (pending !== null) recordFailedSignIn(request, { id: pending }, way);
    throw wrongCode();
  }
  throw new ApiError('auth.sign_in_over');
}

function wrongCode(): ApiError {
  return invalid(['code'], 'The code is wrong, or was used before.');
}

/** @throws ApiError `internal` for an unexpected answer */
async function bodyOf<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new ApiError('internal', { cause: await response.text() });
  return (await response.json()) as Body;
}
