import { timingSafeEqual } from 'node:crypto';
import { createAccount, hashPassword } from '../../access/accounts.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import { makeOperator } from '../../access/operator.store.ts';
import { hashSecret } from '../../access/token-secret.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { instanceErrors, instanceLimits } from './instance.names.ts';
import type { Person, SetUpInput } from './instance.schemas.ts';
import { printedForm } from './instance.store.ts';

/**
 * Creates the first owner, for a caller who knows the set-up code. Only one of several concurrent calls succeeds.
 *
 * Wrong codes are counted by client address, so that others can't lock the operator out.
 *
 * @throws ApiError `rate_limited`, `auth.invalid_setup_code`, `instance.already_set_up`
 */
export async function setUpInstance(ctx: Context, input: SetUpInput): Promise<Person> {
  const { services } = ctx;
  const instance = await services.database.prisma.instance.findUnique({ where: { id: 1 } });
  if (instance?.completedAt) throw new ApiError(instanceErrors['instance.already_set_up']);
  const address = clientAddressOf(ctx.headers, services.settings.proxySecret);
  const giveBack = await services.limiter.spend(instanceLimits['instance.set_up'], address ?? 'unknown');
  if (!instance || !isCode(input.code.trim(), instance.setupCodeHash))
    throw new ApiError(instanceErrors['auth.invalid_setup_code']);
  await giveBack();
  const passwordHash = await hashPassword(services, input.password);
  const actor = { type: 'system', id: 'setup', name: 'Set-up' } as const;
  return write({ ...ctx, actor }, async (tx) => {
    const { count } = await tx.instance.updateMany({
      where: { id: 1, completedAt: null },
      data: { completedAt: services.clock.now() },
    });
    if (count !== 1) throw new ApiError(instanceErrors['instance.already_set_up']);
    const user = await createAccount(tx, { name: input.name, email: input.email, passwordHash, emailVerified: true });
    await makeOperator(tx, user.id, services.clock.now());
    await tx.instance.update({ where: { id: 1 }, data: { ownerId: user.id } });
    return { answer: user, audit: { action: 'instance.set_up', targetId: user.id } };
  });
}

/** A code that the operator chose must match exactly. A printed one may be typed in other ways. */
function isCode(typed: string, hash: string): boolean {
  const forms = [typed, printedForm(typed)].map((form) => sameHash(hash, hashSecret(form)));
  return forms.includes(true);
}

function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
