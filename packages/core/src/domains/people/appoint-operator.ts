import { makeOperator } from '../../access/operator.store.ts';
import { createPasswordReset, HANDED_LINK_LIFETIME_MS } from '../../access/password-resets.ts';
import { verifyEmail } from '../../access/verify-email.ts';
import { recordActions, systemRecord } from '../../platform/audit-records.store.ts';
import type { Database } from '../../platform/database/open-database.ts';

/**
 * Makes the owner of an address an operator, by the person who runs the instance: for one whose operators have all left. On record as done by the
 * system. Someone else may have begun an account whose address isn't verified: all that was set ends then.
 *
 * @returns the secret of a link to choose a password, for an account whose address wasn't verified; or null
 * @throws Error with a sentence: no account has the address, or its owner is kept out
 */
export async function appointOperator({ prisma }: Pick<Database, 'prisma'>, address: string): Promise<string | null> {
  const email = address.trim().toLowerCase();
  return prisma.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } });
    if (!user) throw new Error(`No account has the address ${email}.`);
    if (user.deactivatedAt) throw new Error(`${email} is kept out.`);
    if (user.operatorSince) return null;
    const at = new Date();
    const ended = await verifyEmail(tx, user.id);
    await makeOperator(tx, user.id, at);
    const data = { name: user.name, email };
    const record = { projectId: null, action: 'account.make_operator', targetId: user.id, data, at } as const;
    await recordActions(tx, [systemRecord(record)]);
    if (!ended) return null;
    const reset = { userId: user.id, madeById: null, now: at, lifetimeMs: HANDED_LINK_LIFETIME_MS };
    return (await createPasswordReset(tx, reset)).secret;
  });
}
