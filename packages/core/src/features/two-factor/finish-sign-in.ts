import type { z } from 'zod';
import { findPasswordHash } from '../../access/accounts.ts';
import { endedWithPassword } from '../../access/clear-credentials.store.ts';
import { recordAccount, recordFailedSignIn, recordSignIn } from '../../api/auth/account-record.ts';
import { type AuthRefusal, askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { signInCodeInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import type { AuthContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { wrongCode } from './own-codes.ts';
import { wrongCodes } from './two-factor.names.ts';

export const verifyAppCode = authOperation({
  about: 'Finishes signing in, with a code of the app. Each works once.',
  access: 'signed_out',
  limits: [{ ...wrongCodes, per: byAddress }],
  input: signInCodeInput,
  run: (ctx, body) => finishSignIn(ctx, body, 'code'),
});

export const verifyRecoveryCode = authOperation({
  about: 'Finishes signing in, with a recovery code. Each works once.',
  access: 'signed_out',
  limits: [{ ...wrongCodes, per: byAddress }],
  input: signInCodeInput,
  run: (ctx, body) => finishSignIn(ctx, body, 'recovery_code'),
});

async function finishSignIn(
  ctx: AuthContext,
  body: z.output<typeof signInCodeInput>,
  way: 'code' | 'recovery_code',
): Promise<{ signed_in: true }> {
  const { prisma, pool } = ctx.services.database;
  const pending = await findPending(ctx);
  const password = pending === null ? null : await findPasswordHash(prisma, pending);
  const refused = ({ status, code }: AuthRefusal) => {
    if (status === 429) return new ApiError('rate_limited', { headers: { 'retry-after': '900' } });
    if (code !== 'INVALID_CODE' && code !== 'INVALID_BACKUP_CODE') return 'auth.sign_in_over';
    if (pending !== null) recordFailedSignIn(ctx, { id: pending }, way);
    return wrongCode();
  };
  const begun = await askBetterAuth(
    ctx,
    (api, options) =>
      way === 'code' ? api.verifyTOTP({ ...options, body }) : api.verifyBackupCode({ ...options, body }),
    refused,
  );
  if (await endedWithPassword(prisma, begun, password)) throw new ApiError('auth.sign_in_over');
  if (way === 'recovery_code') await recordAccount(pool, ctx, begun.user, 'account.use_recovery_code');
  await recordSignIn(ctx, begun.user, way);
  return { signed_in: true };
}

/** The id of the person who gave their password and is asked for a code; null if there is none. Only good for a record: nothing proves it. */
async function findPending({ services, headers }: AuthContext): Promise<string | null> {
  const { createAuthCookie } = await (await services.auth()).$context;
  const { name } = createAuthCookie('two_factor');
  const cookies = (headers.get('cookie') ?? '').split(/; */);
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  const identifier = found?.split('.')[0];
  if (!identifier) return null;
  const pending = await services.database.prisma.verification.findFirst({ where: { identifier } });
  return pending?.value ?? null;
}
