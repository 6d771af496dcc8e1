import { hashPassword } from '../../access/accounts.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { findPasswordReset, usePasswordReset } from '../../access/password-resets.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { completeResetInput, resetSecretInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import type { AuthContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { resetErrors, resetLimits } from './password-resets.names.ts';

const invalidLinks = { limit: resetLimits['auth.reset'], counts: 'failures', per: byAddress } as const;

export const previewReset = authOperation({
  about: 'The address whose password a link resets.',
  access: 'public',
  limits: [invalidLinks],
  input: resetSecretInput,
  async run(ctx, { secret }) {
    const { user } = await findReset(ctx, secret);
    return { email: user.email };
  },
});

export const completeReset = authOperation({
  about: 'Sets a new password by a link, which works once. All sessions end.',
  access: 'public',
  limits: [invalidLinks],
  input: completeResetInput,
  async run(ctx, { secret, password }) {
    const { services } = ctx;
    const now = services.clock.now();
    const { id, user } = await findReset(ctx, secret);
    const passwordHash = await hashPassword(services, password);
    const used = await writeAccount(ctx, async (tx) => {
      const done = await usePasswordReset(tx, { id, userId: user.id, passwordHash, now });
      if (done) await recordAccount(tx, ctx, user, 'account.reset_password', done.ended && { removed: done.ended });
      return done;
    });
    if (!used) throw over();
    return { email: user.email };
  },
});

async function findReset({ services }: AuthContext, secret: string) {
  const found = await findPasswordReset(services.database.prisma, secret, services.clock.now());
  if (!found || !(await maySignInWithout(services, found.user.email))) throw over();
  return found;
}

function over(): ApiError {
  return new ApiError(resetErrors['auth.reset_over']);
}
