import { makeOperator } from '../../access/operator.store.ts';
import { insertAuditRecords, systemRecord } from '../../platform/audit-records.store.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { execute } from '../../platform/database/sql.ts';

/**
 * Makes the owner of an address an operator, by whoever runs the instance: for one whose operators have all left. On record as done by the
 * system.
 *
 * @throws Error with a sentence: no account has the address, or its owner is kept out
 */
export async function appointOperator({ prisma }: Pick<Database, 'prisma'>, address: string): Promise<void> {
  const email = address.trim().toLowerCase();
  await prisma.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } });
    if (!user) throw new Error(`No account has the address ${email}.`);
    if (user.deactivatedAt) throw new Error(`${email} is kept out.`);
    if (user.operatorSince) return;
    const at = new Date();
    await makeOperator(tx, user.id, at);
    const data = { name: user.name, email };
    const record = { projectId: null, action: 'account.make_operator', targetId: user.id, data, at } as const;
    await execute(tx, insertAuditRecords([systemRecord(record)]));
  });
}
