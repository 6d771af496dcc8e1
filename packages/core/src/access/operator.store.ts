import { type Connection, query, sql } from '../platform/database/sql.ts';
import type { AccessServices } from './caller.ts';

/** Whether a person set the instance up. */
export async function isOperator(on: Connection, userId: string): Promise<boolean> {
  return (await query(on, sql`SELECT 1 FROM instance WHERE owner_id = ${userId}`)).length > 0;
}

/** Whether a person may sign in without a provider, with a password or a passkey. @param email in lower case */
export async function maySignInWithout(
  { singleSignOn, database }: Pick<AccessServices, 'singleSignOn' | 'database'>,
  email: string,
): Promise<boolean> {
  if (!singleSignOn?.settings.replacesPasswords) return true;
  const operator = sql`SELECT 1 FROM instance i JOIN users u ON u.id = i.owner_id WHERE u.email = ${email}`;
  return (await query(database.pool, operator)).length > 0;
}
