import { findPasswordHash } from '../../access/accounts.ts';
import { forgetTrustedDevices } from '../../access/forget-devices.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth, withoutCookies } from '../../api/auth/ask-better-auth.ts';
import { confirmPassword, requireVerified } from '../../api/auth/signed-in.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { PersonContext } from '../context.ts';
import { twoFactorErrors } from './two-factor.names.ts';

interface Confirmed {
  readonly password: string;
}

/**
 * Begins to turn codes on: returns the secret, as a URL for authenticator apps, and recovery codes. Codes are required only
 * after a first one was confirmed.
 */
export async function beginTwoFactor(
  ctx: PersonContext,
  { password }: Confirmed,
): Promise<{ totp_uri: string; recovery_codes: string[] }> {
  await confirmPassword(ctx, password);
  requireVerified(ctx.person);
  requireOff(ctx);
  const body = { password, method: 'totp' } as const;
  const made = await askBetterAuth(withoutCookies(ctx), (api, options) => api.enableTwoFactor({ ...options, body }));
  if (made.method !== 'totp') throw new ApiError('internal');
  return { totp_uri: made.totpURI, recovery_codes: made.backupCodes };
}

/** Turns codes on, if the given one is right. */
export async function confirmTwoFactor(ctx: PersonContext, { code }: { code: string }): Promise<{ enabled: true }> {
  const { services, person } = ctx;
  requireOff(ctx);
  const { prisma } = services.database;
  const password = await findPasswordHash(prisma, person.id);
  await askBetterAuth(
    ctx,
    (api, options) => api.verifyTOTP({ ...options, body: { code } }),
    ({ status }) => (status === 400 || status === 401 ? wrongCode() : 'internal'),
  );
  if ((await findPasswordHash(prisma, person.id)) !== password) {
    // Someone else has the account by now.
    await prisma.$transaction([
      prisma.twoFactor.deleteMany({ where: { userId: person.id } }),
      prisma.user.update({ where: { id: person.id }, data: { twoFactorEnabled: false } }),
      prisma.session.deleteMany({ where: { userId: person.id } }),
    ]);
    throw new ApiError('auth.missing_session');
  }
  await recordAccount(services.database.pool, ctx, person, 'account.enable_two_factor');
  return { enabled: true };
}

/** Turns codes off. */
export async function disableTwoFactor(ctx: PersonContext, { password }: Confirmed): Promise<{ enabled: false }> {
  const { person } = ctx;
  await confirmPassword(ctx, password);
  await askBetterAuth(ctx, (api, options) => api.disableTwoFactor({ ...options, body: { password } }));
  await writeAccount(ctx, async (tx) => {
    await forgetTrustedDevices(tx, person.id);
    if (person.hasTwoFactor) await recordAccount(tx, ctx, person, 'account.disable_two_factor');
  });
  return { enabled: false };
}

/** Makes new recovery codes; the old ones stop working. */
export async function renewRecoveryCodes(
  ctx: PersonContext,
  { password }: Confirmed,
): Promise<{ recovery_codes: string[] }> {
  await confirmPassword(ctx, password);
  const { backupCodes } = await askBetterAuth(
    withoutCookies(ctx),
    (api, options) => api.generateBackupCodes({ ...options, body: { password } }),
    ({ status }) => (status === 400 ? 'auth.two_factor_disabled' : 'internal'),
  );
  await recordAccount(ctx.services.database.pool, ctx, ctx.person, 'account.renew_recovery_codes');
  return { recovery_codes: backupCodes };
}

/** A code that is refused. */
export function wrongCode(): ApiError {
  return invalid(['code'], 'The code is wrong, or was used before.');
}

function requireOff({ person }: PersonContext): void {
  if (person.hasTwoFactor) throw new ApiError(twoFactorErrors['auth.two_factor_enabled']);
}
