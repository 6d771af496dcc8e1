import { findPasswordHash } from '../../access/accounts.ts';
import { forgetTrustedDevices } from '../../access/forget-devices.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth, withoutCookies } from '../../api/auth/ask-better-auth.ts';
import { codeInput, passwordInput } from '../../api/auth/auth-body.ts';
import { wrongPasswords } from '../../api/auth/auth-operation.ts';
import { confirmPassword, requireVerified } from '../../api/auth/signed-in.ts';
import type { PersonContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { twoFactorErrors, wrongCodes } from './two-factor.names.ts';

/** Codes are required only after a first one was confirmed. */
export const beginTwoFactor = authOperation({
  about: 'Begins to turn codes on: returns the secret, as a URL for authenticator apps, and recovery codes.',
  access: 'session',
  limits: [wrongPasswords],
  input: passwordInput,
  async run(ctx, { password }) {
    await confirmPassword(ctx, password);
    requireVerified(ctx.person);
    requireOff(ctx);
    const body = { password, method: 'totp' } as const;
    const made = await askBetterAuth(withoutCookies(ctx), (api, options) => api.enableTwoFactor({ ...options, body }));
    if (made.method !== 'totp') throw new ApiError('internal');
    return { totp_uri: made.totpURI, recovery_codes: made.backupCodes };
  },
});

export const confirmTwoFactor = authOperation({
  about: 'Turns codes on, with a first one.',
  access: 'verified',
  limits: [wrongCodes],
  input: codeInput,
  async run(ctx, body) {
    const { services, person } = ctx;
    requireOff(ctx);
    const { prisma, pool } = services.database;
    const password = await findPasswordHash(prisma, person.id);
    await askBetterAuth(
      ctx,
      (api, options) => api.verifyTOTP({ ...options, body }),
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
    await recordAccount(pool, ctx, person, 'account.enable_two_factor');
    return { enabled: true };
  },
});

export const disableTwoFactor = authOperation({
  about: 'Turns codes off.',
  access: 'session',
  limits: [wrongPasswords],
  input: passwordInput,
  async run(ctx, body) {
    const { person } = ctx;
    await confirmPassword(ctx, body.password);
    await askBetterAuth(ctx, (api, options) => api.disableTwoFactor({ ...options, body }));
    await writeAccount(ctx, async (tx) => {
      await forgetTrustedDevices(tx, person.id);
      if (person.hasTwoFactor) await recordAccount(tx, ctx, person, 'account.disable_two_factor');
    });
    return { enabled: false };
  },
});

export const renewRecoveryCodes = authOperation({
  about: 'Makes new recovery codes. The old ones stop working.',
  access: 'session',
  limits: [wrongPasswords],
  input: passwordInput,
  async run(ctx, body) {
    await confirmPassword(ctx, body.password);
    const { backupCodes } = await askBetterAuth(
      withoutCookies(ctx),
      (api, options) => api.generateBackupCodes({ ...options, body }),
      ({ status }) => (status === 400 ? 'auth.two_factor_disabled' : 'internal'),
    );
    await recordAccount(ctx.services.database.pool, ctx, ctx.person, 'account.renew_recovery_codes');
    return { recovery_codes: backupCodes };
  },
});

/** A code that is refused. */
export function wrongCode(): ApiError {
  return invalid(['code'], 'The code is wrong, or was used before.');
}

function requireOff({ person }: PersonContext): void {
  if (person.hasTwoFactor) throw new ApiError(twoFactorErrors['auth.two_factor_enabled']);
}
