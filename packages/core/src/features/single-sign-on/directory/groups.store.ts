import type { Transaction } from '../../../platform/audit.ts';
import { int, json, list, nullable, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Connection, emptySql, execute, joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Resource, ScimPage } from './directory.ts';
import { malformed } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';

const DIRECTORY_GROUP_ROW = {
  id: text,
  name: text,
  externalId: nullable(text),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The group's people, as SCIM writes them; null if they weren't asked for. */
  members: nullable(json<readonly Resource[]>()),
};

/** A group of a directory. */
export type DirectoryGroupRow = RowOf<typeof DIRECTORY_GROUP_ROW>;

/** @throws ScimError `invalidFilter` */
function conditionOf({ attribute, value }: Comparison): Sql {
  const text = String(value);
  if (attribute === 'displayname') return sql`g.name = ${text}`;
  if (attribute === 'externalid') return sql`g.external_id = ${text}`;
  if (attribute === 'id') return sql`g.id = ${text}`;
  if (attribute === 'members' || attribute === 'members.value') {
    return sql`EXISTS (SELECT FROM directory_members m WHERE m.group_id = g.id AND m.user_id = ${text})`;
  }
  throw malformed('invalidFilter', `Groups can't be looked up by ${attribute}.`);
}

/** A page of the groups of a directory, and how many there are. */
export async function loadDirectoryGroups(
  on: Connection,
  provider: string,
  filter: readonly Comparison[],
  { startIndex, count }: ScimPage,
  withMembers: boolean,
): Promise<{ total: number; rows: DirectoryGroupRow[] }> {
  const where = sql`g.provider = ${provider}
    ${filter.length > 0 ? sql`AND ${joinSql(filter.map(conditionOf), ' AND ')}` : emptySql}`;
  const [counted] = await query(on, sql`SELECT count(*)::int AS total FROM directory_groups g WHERE ${where}`, {
    total: int,
  });
  const members = withMembers
    ? sql`(SELECT coalesce(json_agg(json_build_object('value', m.user_id, 'display', d.user_name, 'type', 'User')
        ORDER BY m.user_id), '[]') FROM directory_members m
        JOIN directory_users d ON d.user_id = m.user_id AND d.provider = g.provider WHERE m.group_id = g.id)`
    : sql`NULL::json`;
  const rows = await query(
    on,
    sql`SELECT g.id, g.name, g.external_id AS "externalId", g.created_at AS "createdAt", g.updated_at AS "updatedAt",
        ${members} AS members
      FROM directory_groups g WHERE ${where} ORDER BY g.id LIMIT ${count} OFFSET ${startIndex - 1}`,
    DIRECTORY_GROUP_ROW,
  );
  return { total: counted?.total ?? 0, rows };
}

/** A group, locked until the transaction ends, with the IDs of its people; null when the directory has no such group. */
export async function lockGroup(
  tx: Transaction,
  provider: string,
  id: string,
): Promise<{ name: string; externalId: string | null; members: string[] } | null> {
  const lock = sql`SELECT 1 FROM directory_groups WHERE id = ${id} AND provider = ${provider} FOR UPDATE`;
  if ((await execute(tx, lock)) === 0) return null;
  const [row] = await query(
    tx,
    sql`SELECT name, external_id AS "externalId",
        ARRAY(SELECT user_id FROM directory_members WHERE group_id = g.id ORDER BY user_id) AS members
      FROM directory_groups g WHERE id = ${id}`,
    { name: text, externalId: nullable(text), members: list(text) },
  );
  return row ?? null;
}

/** Finds the people of a list whom a directory doesn't have. */
export async function findStrangers(tx: Transaction, provider: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await query(
    tx,
    sql`SELECT i.id FROM unnest(${[...userIds]}::text[]) AS i(id) LEFT JOIN directory_users d
      ON d.user_id = i.id AND d.provider = ${provider} AND d.deleted_at IS NULL WHERE d.user_id IS NULL`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** Adds people to a group and removes others from it. */
export async function writeMembers(
  tx: Transaction,
  groupId: string,
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const steps: Sql[] = [
    ...(removed.length > 0
      ? [sql`DELETE FROM directory_members WHERE group_id = ${groupId} AND user_id = ANY(${[...removed]})`]
      : []),
    ...(added.length > 0
      ? [
          sql`INSERT INTO directory_members (group_id, user_id)
            SELECT ${groupId}, i.id FROM unnest(${[...added]}::text[]) AS i(id)`,
        ]
      : []),
  ];
  for (const step of steps) await execute(tx, step);
}
