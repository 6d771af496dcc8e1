import { viewOf } from '../../api/view.ts';
import { bool, int, json, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { memberErrors } from '../members/members.names.ts';
import { type AccountPage, type AccountView, accountSchema, type PersonDeletion } from './people.schemas.ts';

/** Answers to an id that no account has. */
export const noSuchPerson = (): ApiError =>
  new ApiError(memberErrors['member.not_found'], { message: 'There is no such person.' });

const ACCOUNTS = sql`SELECT u.id, u.name, u.email, u.created_at, u.operator_since IS NOT NULL AS operator,
    u.email_verified, u.two_factor_enabled AS two_factor, u.blocked_at IS NOT NULL AS blocked,
    u.deactivated_at IS NOT NULL AS deactivated, m.projects
  FROM users u CROSS JOIN LATERAL (SELECT count(*)::int AS projects FROM members WHERE user_id = u.id) m`;

const ACCOUNT = {
  id: text,
  name: text,
  email: text,
  created_at: timestamp,
  operator: bool,
  email_verified: bool,
  two_factor: bool,
  blocked: bool,
  deactivated: bool,
  projects: int,
};

/** Accounts in the order in which they were made, after the one with an id. */
export async function loadAccounts(
  pool: Queryable,
  search: string,
  after: string,
  most: number,
): Promise<AccountPage['data']> {
  const rows = await query(
    pool,
    sql`${ACCOUNTS} WHERE u.id > ${after} AND position(lower(${search}) IN lower(u.name || ' ' || u.email)) > 0
      ORDER BY u.id LIMIT ${most}`,
    ACCOUNT,
  );
  return rows.map((row) => viewOf(accountSchema, row, {}));
}

/** One account; null when there is none. */
export async function loadAccount(on: Connection, id: string): Promise<AccountView | null> {
  const [row] = await query(on, sql`${ACCOUNTS} WHERE u.id = ${id}`, ACCOUNT);
  return row ? viewOf(accountSchema, row, {}) : null;
}

/** Counts of records that end with a person, and of those that stay. */
export async function countOfPerson(
  on: Connection,
  { id, email }: { readonly id: string; readonly email: string },
  now: Date,
): Promise<Pick<PersonDeletion, 'ends' | 'stays'>> {
  const [row] = await query(
    on,
    sql`SELECT json_build_object(
        'memberships', (SELECT count(*) FROM members WHERE user_id = ${id}),
        'sessions', (SELECT count(*) FROM sessions WHERE user_id = ${id} AND expires_at > ${now}),
        'passkeys', (SELECT count(*) FROM passkeys WHERE user_id = ${id}),
        'invitations', (SELECT count(*) FROM invitations WHERE (email = ${email} OR invited_by_id = ${id})
          AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > ${now}),
        'preview_links', (SELECT count(*) FROM preview_links
          WHERE creator_id = ${id} AND revoked_at IS NULL AND expires_at > ${now})) AS ends,
      json_build_object('tokens', (SELECT count(*) FROM project_tokens
        WHERE created_by ->> 'id' = ${id} AND revoked_at IS NULL)) AS stays`,
    { ends: json<PersonDeletion['ends']>(), stays: json<PersonDeletion['stays']>() },
  );
  if (!row) throw new Error('The database gave no counts.');
  return row;
}

/** Projects that no one else owns who isn't deactivated. In a transaction, their owners stay until its end, and the person gets no other role. */
export function findOnlyOwned(on: Connection, userId: string): Promise<PersonDeletion['only_owner_of']> {
  return query(
    on,
    sql`WITH locked AS MATERIALIZED (
        SELECT project_id, user_id, role FROM members
        WHERE (role = 'owner' OR user_id = ${userId}) AND project_id IN (SELECT project_id FROM members WHERE user_id = ${userId})
        ORDER BY project_id, user_id FOR UPDATE)
      SELECT p.id, p.name FROM projects p JOIN locked o ON o.project_id = p.id JOIN users u ON u.id = o.user_id
      WHERE o.role = 'owner' GROUP BY p.id, p.name
      HAVING bool_or(u.id = ${userId}) AND bool_and(u.id = ${userId} OR u.deactivated_at IS NOT NULL)
      ORDER BY p.name, p.id LIMIT 100`,
    { id: text, name: text },
  );
}
