import type { Pool } from 'pg';
import { type Connection, execute, named, type Sql, sql } from '../../platform/database/sql.ts';
import type { Table } from '../../platform/database/tables.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';

/** Kind of the job that removes the data of a deleted project; its key is the project's id. */
export const REMOVE_PROJECT = 'remove-project';

/** A running upload can still arrive within this time after the removal. */
const LATE_UPLOADS_MS = 25 * 60 * 60 * 1000;

/** Key of the job that removes what running uploads of a deleted project added. */
export const lateKey = (projectId: string): string => `${projectId} late`;

/**
 * Makes a project inaccessible, in the transaction that deletes it: without members, valid secrets, readable snapshots, webhooks
 * and deployments. Its slug is free. A job removes its data.
 */
export async function withdrawProject(tx: Connection, projectId: string, now: Date): Promise<void> {
  const steps: Sql[] = [
    sql`INSERT INTO retired_mirrors (secret_hash)
      SELECT secret_hash FROM project_tokens WHERE project_id = ${projectId} ON CONFLICT DO NOTHING`,
    sql`DELETE FROM project_tokens WHERE project_id = ${projectId}`,
    sql`DELETE FROM members WHERE project_id = ${projectId}`,
    sql`DELETE FROM invitations WHERE project_id = ${projectId}`,
    sql`DELETE FROM jobs WHERE project_id = ${projectId}`,
    sql`UPDATE webhooks SET status = 'disabled', disabled_at = ${now} WHERE project_id = ${projectId}`,
    sql`UPDATE deploy_targets SET status = 'paused' WHERE project_id = ${projectId}`,
    sql`UPDATE deployments SET status = 'superseded', finished_at = ${now}
      WHERE project_id = ${projectId} AND status = 'queued'`,
    sql`UPDATE snapshots SET swept_at = ${now} WHERE project_id = ${projectId} AND swept_at IS NULL`,
    sql`UPDATE projects SET slug = id, group_roles = '[]', epoch = epoch + 1 WHERE id = ${projectId}`,
  ];
  for (const step of steps) await execute(tx, step);
  const late = new Date(now.getTime() + LATE_UPLOADS_MS);
  const jobs = [
    { kind: REMOVE_PROJECT, key: projectId, runAt: now },
    { kind: REMOVE_PROJECT, key: lateKey(projectId), runAt: late },
  ].map((job) => ({ ...job, payload: { project_id: projectId } }));
  await enqueueJobs(tx, jobs, now);
}

/** Removes all rows of a project in batches, except those of the audit log. */
export async function removeRows(
  pool: Pool,
  tables: readonly Table[],
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, project, removal } of tables) {
    if (project === undefined || typeof removal === 'string' || 'with' in removal) continue;
    const table = named(name);
    for (let count = removal.atOnce; count === removal.atOnce; ) {
      signal.throwIfAborted();
      count = await execute(
        pool,
        sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${table} WHERE ${named(project)} = ${projectId} LIMIT ${removal.atOnce}))`,
      );
    }
  }
}
