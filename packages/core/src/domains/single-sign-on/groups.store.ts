import type { Transaction } from '../../platform/audit.ts';
import { type Connection, query, sql } from '../../platform/database/sql.ts';

/** A person's membership in a project. */
export interface GroupMembership {
  readonly role: string;
  /** The group that gave it, and its provider; null if a person did. */
  readonly byGroup: string | null;
  readonly byProvider: string | null;
}

/** Projects in which one of a person's groups has a role, or gave them one, with their membership. Nothing is locked. */
export function findProjectsOfGroups(
  on: Connection,
  provider: string,
  { id: userId, groups }: { readonly id: string; readonly groups: readonly string[] },
): Promise<{ readonly id: string; readonly groupRoles: unknown; readonly member: GroupMembership | null }[]> {
  return query(
    on,
    sql`SELECT p.id, p.group_roles AS "groupRoles", CASE WHEN m.user_id IS NOT NULL THEN json_build_object(
        'role', m.role, 'byGroup', m.by_group, 'byProvider', m.by_provider) END AS member
      FROM projects p LEFT JOIN members m ON m.project_id = p.id AND m.user_id = ${userId}
      WHERE m.by_provider = ${provider} OR EXISTS (SELECT FROM jsonb_array_elements(p.group_roles) g
        WHERE g ->> 'provider' = ${provider} AND g ->> 'group' = ANY(${[...groups]}))
      ORDER BY p.id`,
  );
}

/** Whether one of a person's groups has a role in any project. */
export async function hasGroupRole(tx: Transaction, provider: string, groups: readonly string[]): Promise<boolean> {
  const rows = await query(
    tx,
    sql`SELECT 1 FROM projects p, jsonb_array_elements(p.group_roles) g
      WHERE g ->> 'provider' = ${provider} AND g ->> 'group' = ANY(${groups}) LIMIT 1`,
  );
  return rows.length > 0;
}
