import type { Transaction } from '../../platform/audit.ts';
import { type Connection, query, sql } from '../../platform/database/sql.ts';

/** The IDs of the projects in which a provider's groups give roles to people, or gave one to this person. */
export async function findProjectsOfGroups(on: Connection, provider: string, userId: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    on,
    sql`SELECT p.id FROM projects p WHERE p.group_roles @> ${JSON.stringify([{ provider }])}::jsonb
        OR EXISTS (SELECT 1 FROM members m WHERE m.project_id = p.id AND m.user_id = ${userId} AND m.by_provider = ${provider})
      ORDER BY p.id`,
  );
  return rows.map(({ id }) => id);
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
