import type { Transaction } from '../../platform/audit.ts';
import { bool, list, text } from '../../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../../platform/database/sql.ts';

/** A person, with the groups of a provider that they're in. */
export interface PersonInGroups {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/**
 * People of a provider's directory, with what their groups there are called: their names, and their external IDs, by which Entra names
 * groups in tokens. Who isn't active is in none.
 */
export function findPeopleInGroups(
  on: Connection,
  provider: string,
  userIds: readonly string[],
): Promise<PersonInGroups[]> {
  return query(
    on,
    sql`SELECT u.id, u.name, u.email, coalesce(array_agg(n.name) FILTER (WHERE n.name IS NOT NULL), '{}') AS groups
      FROM directory_users d JOIN users u ON u.id = d.user_id
      LEFT JOIN (directory_members m JOIN directory_groups g ON g.id = m.group_id AND g.provider = ${provider}
        CROSS JOIN LATERAL unnest(ARRAY[g.name, g.external_id]) AS n(name)) ON m.user_id = d.user_id AND d.active
      WHERE d.provider = ${provider} AND d.user_id = ANY(${[...userIds]}) GROUP BY u.id ORDER BY u.id`,
    { id: text, name: text, email: text, groups: list(text) },
  );
}

/**
 * The groups that a provider's directory has told of a person. Null when it doesn't have the person, or never told of any group: then
 * it says nothing about groups.
 */
export async function loadGroupsIn(
  on: Connection,
  provider: string,
  userId: string,
): Promise<readonly string[] | null> {
  if (!(await tellsGroups(on, provider))) return null;
  const [person] = await findPeopleInGroups(on, provider, [userId]);
  return person?.groups ?? null;
}

/** Whether someone has signed in to an account through one of some providers, or one of their directories has it. */
export async function belongsTo(on: Connection, userId: string, providers: readonly string[]): Promise<boolean> {
  const found = await execute(
    on,
    sql`SELECT 1 FROM accounts WHERE user_id = ${userId} AND split_part(provider_id, ' ', 1) = ANY(${[...providers]})
      UNION ALL SELECT 1 FROM directory_users WHERE user_id = ${userId} AND provider = ANY(${[...providers]})`,
  );
  return found > 0;
}

/** Whether a provider's directory has any group. */
export async function tellsGroups(on: Connection, provider: string): Promise<boolean> {
  return (await execute(on, sql`SELECT 1 FROM directory_groups WHERE provider = ${provider} LIMIT 1`)) > 0;
}

/**
 * Keeps a person out from now on if an operator or one of their directories says so, or lets them in again. Their row must be locked.
 *
 * @returns whether they were kept out before, and are now
 */
export async function writeAccess(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<{ readonly before: boolean; readonly after: boolean }> {
  const [row] = await query(
    tx,
    sql`UPDATE users u SET deactivated_at = CASE WHEN u.blocked_at IS NOT NULL OR EXISTS (
          SELECT FROM directory_users WHERE user_id = u.id AND NOT active) THEN coalesce(o.deactivated_at, ${now}::timestamptz) END
      FROM users o WHERE o.id = u.id AND u.id = ${userId}
      RETURNING o.deactivated_at IS NOT NULL AS before, u.deactivated_at IS NOT NULL AS after`,
    { before: bool, after: bool },
  );
  if (!row) throw new Error('The person is gone.');
  return row;
}
