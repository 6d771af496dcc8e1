import { type Connection, query, sql } from '../../platform/database/sql.ts';

/** How many members a project has, and how many others are invited. @param except the email of someone who doesn't count */
export async function countPeople(
  on: Connection,
  projectId: string,
  now: Date,
  except = '',
): Promise<{ members: number; invited: number }> {
  const [row] = await query<{ members: number; invited: number }>(
    on,
    sql`SELECT (SELECT count(*)::int FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.project_id = ${projectId} AND u.email <> ${except}) AS members,
      (SELECT count(DISTINCT email)::int FROM invitations WHERE project_id = ${projectId} AND accepted_at IS NULL
        AND revoked_at IS NULL AND expires_at > ${now}::timestamptz AND email <> ${except}
        AND email NOT IN (SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.project_id = ${projectId})) AS invited`,
  );
  return row ?? { members: 0, invited: 0 };
}
