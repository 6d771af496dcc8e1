import { timingSafeEqual } from 'node:crypto';
import { write } from '../../audit.ts';
import { createAccount, hashPassword } from '../../auth/accounts.ts';
import { hashSecret } from '../../auth/token-secret.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Person, SetUpInput } from './instance.schemas.ts';

/**
 * Makes the first owner, for whoever knows the set-up code. Of several at once, one wins.
 *
 * @throws ApiError `auth.invalid_setup_code`, `instance.already_set_up`
 */
export async function setUpInstance(ctx: Context, input: SetUpInput): Promise<Person> {
  const { services } = ctx;
  const instance = await services.database.prisma.instance.findUnique({ where: { id: 1 } });
  if (instance?.completedAt) throw new ApiError('instance.already_set_up');
  if (!instance || !sameHash(instance.setupCodeHash, hashSecret(input.code.trim()))) {
    throw new ApiError('auth.invalid_setup_code');
  }
  const passwordHash = await hashPassword(services, input.password);
  ctx.response.status = 201;
  const actor = { type: 'system', id: 'setup', name: 'Set-up' } as const;
  return write({ ...ctx, actor }, async (tx) => {
    const { count } = await tx.instance.updateMany({
      where: { id: 1, completedAt: null },
      data: { completedAt: services.clock.now() },
    });
    if (count !== 1) throw new ApiError('instance.already_set_up');
    const user = await createAccount(tx, { name: input.name, email: input.email, passwordHash });
    await tx.instance.update({ where: { id: 1 }, data: { ownerId: user.id } });
    return { answer: user, audit: { action: 'instance.set_up', targetId: user.id } };
  });
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
