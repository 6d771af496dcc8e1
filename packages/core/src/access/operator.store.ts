import type { Transaction } from '../platform/audit.ts';
import { text } from '../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import type { AccessServices } from './caller.ts';

/** Whether a person is an operator of the instance: who set it up, and whom operators made one. */
export async function isOperator(on: Connection, userId: string): Promise<boolean> {
  return (await execute(on, sql`SELECT 1 FROM users WHERE id = ${userId} AND operator_since IS NOT NULL`)) > 0;
}

/** Makes a person an operator; one stays it since when they were. */
export async function makeOperator(tx: Transaction, userId: string, since: Date): Promise<void> {
  await tx.user.updateMany({ where: { id: userId, operatorSince: null }, data: { operatorSince: since } });
}

/** The ids of all operators, who stay until the transaction ends. */
export async function lockOperators(tx: Transaction): Promise<readonly string[]> {
  const rows = await query(tx, sql`SELECT id FROM users WHERE operator_since IS NOT NULL ORDER BY id FOR UPDATE`, {
    id: text,
  });
  return rows.map(({ id }) => id);
}

/** Whether a person may sign in without a provider, with a password or a passkey. @param email in lower case */
export async function maySignInWithout(
  { singleSignOn, database }: Pick<AccessServices, 'singleSignOn' | 'database'>,
  email: string,
): Promise<boolean> {
  if (!singleSignOn?.settings.replacesPasswords) return true;
  const operator = sql`SELECT 1 FROM users WHERE email = ${email} AND operator_since IS NOT NULL`;
  return (await execute(database.pool, operator)) > 0;
}
