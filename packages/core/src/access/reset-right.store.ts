import type { Transaction } from '../platform/audit.ts';
import { bool } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';
import { isOperator } from './operator.store.ts';

/**
 * The reason why a person may make a link that resets someone's password: the link gives them no new rights. `operator`: they are
 * an operator. `owner`: they own all projects of someone whose address isn't verified, and who may not have begun the account.
 * Null: they may not. No one may for themselves, since the link would replace the old password, nor for operators.
 */
export async function resetRightOf(
  tx: Transaction,
  makerId: string,
  userId: string,
): Promise<'operator' | 'owner' | null> {
  if (makerId === userId) return null;
  if (await isOperator(tx, userId)) return null;
  if (await isOperator(tx, makerId)) return 'operator';
  const [person] = await query(
    tx,
    sql`SELECT NOT u.email_verified AND NOT EXISTS (
        SELECT 1 FROM members theirs
          LEFT JOIN members own ON own.project_id = theirs.project_id AND own.user_id = ${makerId} AND own.role = 'owner'
          WHERE theirs.user_id = u.id AND own.user_id IS NULL
      ) AS allowed
      FROM users u WHERE u.id = ${userId}`,
    { allowed: bool },
  );
  return person?.allowed ? 'owner' : null;
}
