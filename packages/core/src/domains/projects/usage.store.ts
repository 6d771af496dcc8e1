import { float, int } from '../../platform/database/row.ts';
import { type Connection, query, sql } from '../../platform/database/sql.ts';
import type { ProjectDeletion } from './projects.schemas.ts';

/** How many members a project has, and how many others are invited. @param except the email of someone who doesn't count */
export async function countPeople(
  on: Connection,
  projectId: string,
  now: Date,
  except = '',
): Promise<{ members: number; invited: number }> {
  const [row] = await query(
    on,
    sql`SELECT (SELECT count(*)::int FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.project_id = ${projectId} AND u.email <> ${except}) AS members,
      (SELECT count(DISTINCT email)::int FROM invitations WHERE project_id = ${projectId} AND accepted_at IS NULL
        AND revoked_at IS NULL AND expires_at > ${now}::timestamptz AND email <> ${except}
        AND email NOT IN (SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
          WHERE m.project_id = ${projectId})) AS invited`,
    { members: int, invited: int },
  );
  return row ?? { members: 0, invited: 0 };
}

/** Counts of everything that goes when a project is deleted. */
export async function countForDeletion(on: Connection, projectId: string, now: Date): Promise<ProjectDeletion> {
  const [row] = await query(
    on,
    sql`SELECT (SELECT count(*)::int FROM entries WHERE project_id = ${projectId}) AS entries,
      (SELECT count(*)::int FROM snapshots WHERE project_id = ${projectId} AND swept_at IS NULL) AS snapshots,
      coalesce(u.asset_count, 0)::int AS files, coalesce(u.used_bytes + u.served_bytes, 0)::float8 AS bytes,
      (SELECT count(*)::int FROM members WHERE project_id = ${projectId}) AS people,
      (SELECT count(*)::int FROM project_tokens WHERE project_id = ${projectId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${now})) AS tokens,
      (SELECT count(*)::int FROM deploy_targets WHERE project_id = ${projectId}) AS deploy_targets,
      (SELECT count(*)::int FROM webhooks WHERE project_id = ${projectId}) AS webhooks
    FROM projects p LEFT JOIN project_storage u ON u.project_id = p.id WHERE p.id = ${projectId}`,
    {
      bytes: float,
      entries: int,
      deploy_targets: int,
      webhooks: int,
      snapshots: int,
      files: int,
      people: int,
      tokens: int,
    },
  );
  if (!row) throw new Error('The project is gone.');
  return row;
}
