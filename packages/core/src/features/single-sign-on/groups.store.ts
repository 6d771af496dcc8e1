import type { PersonInGroups } from '../../access/providers/directory.store.ts';
import type { Transaction } from '../../platform/audit.ts';
import { json, text } from '../../platform/database/row.ts';
import { type Connection, execute, query, rowsOf, sql } from '../../platform/database/sql.ts';

/** A person's membership in a project. */
export interface GroupMembership {
  readonly role: string;
  /** The group that gave it, and its provider; null if a person did. */
  readonly byGroup: string | null;
  readonly byProvider: string | null;
}

/**
 * Projects in which one of some people's groups has a role, or gave one of them theirs, with their memberships by user. Nothing is
 * locked.
 */
export function findProjectsOfGroups(
  on: Connection,
  provider: string,
  people: readonly PersonInGroups[],
): Promise<{ id: string; groupRoles: unknown; members: Readonly<Record<string, GroupMembership>> }[]> {
  const ids = people.map(({ id }) => id);
  const groups = [...new Set(people.flatMap((person) => person.groups))];
  return query(
    on,
    sql`SELECT p.id, p.group_roles AS "groupRoles", coalesce(json_object_agg(m.user_id, json_build_object(
        'role', m.role, 'byGroup', m.by_group, 'byProvider', m.by_provider)) FILTER (WHERE m.user_id IS NOT NULL),
        '{}') AS members
      FROM projects p LEFT JOIN members m ON m.project_id = p.id AND m.user_id = ANY(${ids})
      WHERE EXISTS (SELECT FROM jsonb_array_elements(p.group_roles) g
          WHERE g ->> 'provider' = ${provider} AND g ->> 'group' = ANY(${groups}))
        OR p.id IN (SELECT project_id FROM members WHERE user_id = ANY(${ids}) AND by_provider = ${provider})
      GROUP BY p.id ORDER BY p.id`,
    { id: text, groupRoles: json<unknown>(), members: json<Readonly<Record<string, GroupMembership>>>() },
  );
}

/** Gives people roles by groups, in place of those that groups of the same provider gave them, with all limits. */
export async function giveGroupRoles(
  tx: Transaction,
  projectId: string,
  provider: string,
  given: readonly { readonly userId: string; readonly role: string; readonly group: string }[],
): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO members (project_id, user_id, role, by_group, by_provider)
      SELECT ${projectId}, g.user_id, g.role, g.by_group, ${provider}
      FROM ${rowsOf('g', given, {
        user_id: ['text', ({ userId }) => userId],
        role: ['text', ({ role }) => role],
        by_group: ['text', ({ group }) => group],
      })}
      ON CONFLICT (project_id, user_id) DO UPDATE SET role = excluded.role, by_group = excluded.by_group, limits = NULL`,
  );
}

/** Whether one of a person's groups has a role in any project. */
export async function hasGroupRole(tx: Transaction, provider: string, groups: readonly string[]): Promise<boolean> {
  const found = await execute(
    tx,
    sql`SELECT 1 FROM projects p, jsonb_array_elements(p.group_roles) g
      WHERE g ->> 'provider' = ${provider} AND g ->> 'group' = ANY(${groups}) LIMIT 1`,
  );
  return found > 0;
}
