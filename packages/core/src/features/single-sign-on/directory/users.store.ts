import { bool, int, json, nullable, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Connection, emptySql, joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Resource, ScimPage } from './directory.ts';
import { malformed } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';

const DIRECTORY_USER_ROW = {
  userId: text,
  active: bool,
  attributes: json<unknown>(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The person's groups, as SCIM writes them. */
  groups: json<readonly Resource[]>(),
};

/** A person of a directory. */
export type DirectoryUserRow = RowOf<typeof DIRECTORY_USER_ROW>;

const COLUMNS = sql`d.user_id AS "userId", d.active, d.attributes, d.created_at AS "createdAt",
  d.updated_at AS "updatedAt", (SELECT coalesce(json_agg(json_build_object('value', g.id, 'display', g.name)
      ORDER BY g.name), '[]') FROM directory_members m JOIN directory_groups g ON g.id = m.group_id
    WHERE m.user_id = d.user_id AND g.provider = d.provider) AS groups`;

/** @throws ScimError `invalidFilter` */
function conditionOf({ attribute, value }: Comparison): Sql {
  const text = String(value);
  if (attribute === 'active') return sql`d.active = ${text.toLowerCase() === 'true'}`;
  if (attribute === 'username') return sql`d.user_name = ${text.toLowerCase()}`;
  if (attribute === 'externalid') return sql`d.external_id = ${text}`;
  if (attribute === 'id') return sql`d.user_id = ${text}`;
  if (attribute === 'displayname') return sql`d.attributes ->> 'displayName' = ${text}`;
  if (attribute === 'emails' || attribute === 'emails.value') {
    return sql`EXISTS (SELECT FROM jsonb_array_elements(d.attributes -> 'emails') e
      WHERE lower(e ->> 'value') = ${text.toLowerCase()})`;
  }
  throw malformed('invalidFilter', `Users can't be looked up by ${attribute}.`);
}

/** A page of the people of a directory, and how many there are. */
export async function loadDirectoryUsers(
  on: Connection,
  provider: string,
  filter: readonly Comparison[],
  { startIndex, count }: ScimPage,
): Promise<{ total: number; rows: DirectoryUserRow[] }> {
  const where = sql`d.provider = ${provider} AND d.deleted_at IS NULL
    ${filter.length > 0 ? sql`AND ${joinSql(filter.map(conditionOf), ' AND ')}` : emptySql}`;
  const [counted] = await query(on, sql`SELECT count(*)::int AS total FROM directory_users d WHERE ${where}`, {
    total: int,
  });
  const rows = await query(
    on,
    sql`SELECT ${COLUMNS} FROM directory_users d WHERE ${where}
      ORDER BY d.user_id LIMIT ${count} OFFSET ${startIndex - 1}`,
    DIRECTORY_USER_ROW,
  );
  return { total: counted?.total ?? 0, rows };
}

/**
 * Those rows of a provider's directory, also of people who were deleted there, that have a user name or an address. They stay as they
 * are until the transaction ends.
 */
export function lockNamesakes(
  on: Connection,
  provider: string,
  userName: string,
  email: string,
): Promise<{ userId: string; externalId: string | null; isDeleted: boolean; attributes: unknown }[]> {
  return query(
    on,
    sql`SELECT d.user_id AS "userId", d.external_id AS "externalId", d.deleted_at IS NOT NULL AS "isDeleted", d.attributes
      FROM users u JOIN directory_users d ON d.user_id = u.id
      WHERE d.provider = ${provider} AND (d.user_name = ${userName.toLowerCase()} OR u.email = ${email})
      ORDER BY u.id FOR UPDATE`,
    { userId: text, externalId: nullable(text), isDeleted: bool, attributes: json<unknown>() },
  );
}

/** The account that has an address, locked until the transaction ends. */
export async function lockAccountOf(tx: Connection, email: string): Promise<string | null> {
  const [row] = await query(tx, sql`SELECT id FROM users WHERE email = ${email} FOR UPDATE`, { id: text });
  return row?.id ?? null;
}

/** Tokens of projects that a person made and that still work; 100 at most. */
export async function findTokensOf(on: Connection, userId: string): Promise<string[]> {
  const rows = await query(
    on,
    sql`SELECT id FROM project_tokens WHERE created_by ->> 'id' = ${userId} AND revoked_at IS NULL ORDER BY id LIMIT 100`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}
