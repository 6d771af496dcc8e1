import { type Queryable, query, sql } from '../platform/database/sql.ts';
import type { AccessServices } from './caller.ts';

/** Whether the person with an address set the instance up. */
async function isOperator(on: Queryable, email: string): Promise<boolean> {
  const found = await query(
    on,
    sql`SELECT 1 FROM instance i JOIN users u ON u.id = i.owner_id WHERE u.email = ${email}`,
  );
  return found.length > 0;
}

/** Whether a person may sign in without a provider, with a password or a passkey. @param email in lower case */
export async function maySignInWithout(
  { singleSignOn, database }: Pick<AccessServices, 'singleSignOn' | 'database'>,
  email: string,
): Promise<boolean> {
  return !singleSignOn?.settings.replacesPasswords || isOperator(database.pool, email);
}
