import { type Sql, sql } from '../platform/database/sql.ts';
import { newId } from '../platform/ids.ts';
import { enqueueJobsFrom } from '../platform/job-queue.store.ts';

/** The most deploy targets of a project. */
export const MAX_DEPLOY_TARGETS = 20;
/** Kind of the job that sends a target's deployment; its key is the target's id. */
export const SEND_DEPLOYMENT = 'send-deployment';
/** A change waits for at most this many quiet times, however often content changes. */
const MOST_QUIET_TIMES = 6;

interface DueDeployments {
  readonly projectId: string;
  readonly snapshotId: string;
  readonly seq: number;
  readonly reason: string;
  readonly at: Date;
}

/**
 * CTEs that queue a deployment for each active target, in the transaction in which content goes live, so that none is lost. It
 * supersedes a queued deployment, whose change it includes. Each change postpones it by the target's quiet time. No comma before
 * or after.
 */
export function dueDeployments({ projectId, snapshotId, seq, reason, at }: DueDeployments): Sql {
  const ids = Array.from({ length: MAX_DEPLOY_TARGETS }, () => newId('deployment'));
  return sql`superseded_deployments AS (
      UPDATE deployments SET status = 'superseded', finished_at = ${at}::timestamptz
      WHERE project_id = ${projectId} AND status = 'queued' RETURNING target_id, waiting_since
    ), due_deployments AS (
      INSERT INTO deployments (id, project_id, target_id, snapshot_id, seq, reason, status, attempts, waiting_since, due_at,
        created_at)
      SELECT (${ids}::text[])[t.place], ${projectId}, t.id, ${snapshotId}, ${seq}::int, ${reason}, 'queued', '[]',
        coalesce(t.since, ${at}::timestamptz),
        greatest(t.not_before, least(${at}::timestamptz + t.quiet,
          coalesce(t.since, ${at}::timestamptz) + ${MOST_QUIET_TIMES}::int * t.quiet)),
        ${at}::timestamptz
      FROM (SELECT t.id, t.not_before, t.quiet_seconds * interval '1 second' AS quiet,
          row_number() OVER (ORDER BY t.id) AS place,
          (SELECT min(s.waiting_since) FROM superseded_deployments s WHERE s.target_id = t.id) AS since
        FROM deploy_targets t WHERE t.project_id = ${projectId} AND t.status = 'active') t
      RETURNING id, target_id, due_at
    ), deployment_jobs AS (
      ${enqueueJobsFrom(
        sql`SELECT 'job_' || substr(d.id, 5) AS id, ${SEND_DEPLOYMENT} AS kind, d.target_id AS key,
          ${projectId} AS project_id, NULL::jsonb AS payload, d.due_at AS run_at FROM due_deployments d`,
        at,
      )}
    )`;
}
