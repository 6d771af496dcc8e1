import type { Pool } from 'pg';
import { int, nullable, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import {
  type Connection,
  emptySql,
  execute,
  type Queryable,
  query,
  type Sql,
  sql,
} from '../../../platform/database/sql.ts';
import { insertEvents, type OutboxEvent } from '../../../platform/events.store.ts';
import type { Run } from '../platforms/platform.ts';

/** How many deployments may fail in a row before their target is paused. */
const FAILURES_UNTIL_PAUSE = 5;
/** A test without an outcome after this time counts as killed with its process. */
const TEST_MS = 2 * 60_000;
/** How long a deployment may be late before its job is asked for again. */
const LATE_MS = 30_000;

const CLAIMED_DEPLOYMENT = {
  id: text,
  projectId: text,
  targetId: text,
  targetName: text,
  snapshotId: nullable(text),
  seq: int,
  reason: text,
  /** The number of this claim. Only the outcome of the last claim counts. */
  claims: int,
  /** Earlier attempts, including those of the deployments that it supersedes. */
  attempts: int,
};

/** A deployment that this process has to send. */
export type ClaimedDeployment = RowOf<typeof CLAIMED_DEPLOYMENT>;

/** An attempt, as it's stored. */
export interface Attempt {
  readonly at: string;
  readonly status: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

/** Failed attempts since the target's last finished deployment: its own, and those of the deployments that it supersedes. */
const FAILED_ATTEMPTS = sql`SELECT coalesce(sum(jsonb_array_length(o.attempts)), 0)::int FROM deployments o
  WHERE o.target_id = d.target_id AND o.reason <> 'test' AND o.status IN ('queued', 'sending', 'superseded')
    AND o.seq >= coalesce((SELECT max(e.seq) FROM deployments e
      WHERE e.target_id = d.target_id AND e.reason <> 'test' AND e.status IN ('triggered', 'failed')), 0)`;

const CLAIMED = sql`d.id, d.project_id AS "projectId", d.target_id AS "targetId", d.snapshot_id AS "snapshotId", d.seq,
  d.reason, d.claims, (SELECT t.name FROM deploy_targets t WHERE t.id = d.target_id) AS "targetName",
  (${FAILED_ATTEMPTS}) AS attempts`;

/** The newest waiting deployment of a target, which may be one that a killed process was sending. */
const newestOpen = (targetId: string): Sql => sql`SELECT o.id, o.seq, o.due_at FROM deployments o
  WHERE o.target_id = ${targetId} AND o.status IN ('queued', 'sending') AND o.reason <> 'test'
  ORDER BY o.seq DESC, o.id DESC LIMIT 1`;

/** Claims the newest waiting deployment of a target if it's due, and supersedes older ones. Null when none is due. */
export async function claimDeployment(pool: Queryable, targetId: string, now: Date): Promise<ClaimedDeployment | null> {
  const [claimed] = await query(
    pool,
    sql`WITH newest AS (
        SELECT n.id FROM (${newestOpen(targetId)}) n, deploy_targets t
        WHERE t.id = ${targetId} AND t.status = 'active' AND n.due_at <= ${now}::timestamptz
          AND (t.not_before IS NULL OR t.not_before <= ${now}::timestamptz)
      ), superseded AS (
        UPDATE deployments d SET status = 'superseded', finished_at = ${now}::timestamptz FROM newest n
        WHERE d.target_id = ${targetId} AND d.status IN ('queued', 'sending') AND d.reason <> 'test' AND d.id <> n.id
      )
      UPDATE deployments d SET status = 'sending', claims = d.claims + 1 FROM newest n
      WHERE d.id = n.id AND d.status IN ('queued', 'sending') RETURNING ${CLAIMED}`,
    CLAIMED_DEPLOYMENT,
  );
  return claimed ?? null;
}

/** When the newest waiting deployment of a target is due; null when there is none, or the target is paused. */
export async function nextDue(pool: Queryable, targetId: string): Promise<{ projectId: string; at: Date } | null> {
  const [row] = await query(
    pool,
    sql`SELECT t.project_id, greatest(n.due_at, t.not_before) AS at FROM (${newestOpen(targetId)}) n, deploy_targets t
      WHERE t.id = ${targetId} AND t.status = 'active'`,
    { project_id: text, at: timestamp },
  );
  return row ? { projectId: row.project_id, at: row.at } : null;
}

/** Records that the platform accepted a deployment. @returns false when another process has claimed it meanwhile */
export async function recordTriggered(
  on: Connection,
  claimed: ClaimedDeployment,
  { attempt, run, now }: { attempt: Attempt; run: Run | null; now: Date },
): Promise<boolean> {
  const { id, projectId, targetId, snapshotId, seq, reason } = claimed;
  const triggered: OutboxEvent = {
    kind: 'deployment.triggered',
    subjectId: id,
    data: { target_id: targetId, snapshot_id: snapshotId, sequence: seq, reason },
  };
  const resets = claimed.reason === 'test' ? emptySql : sql`, consecutive_failures = 0`;
  const recorded = await execute(
    on,
    sql`WITH d AS (
        UPDATE deployments SET status = 'triggered', attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
          run = ${run === null ? null : JSON.stringify(run)}::jsonb, triggered_at = ${now}::timestamptz,
          finished_at = ${now}::timestamptz
        WHERE id = ${claimed.id} AND status = 'sending' AND claims = ${claimed.claims} RETURNING target_id
      ), event AS (
        ${insertEvents(projectId, now, [triggered], sql`EXISTS (SELECT FROM d)`)}
      )
      UPDATE deploy_targets t SET not_before = NULL${resets} FROM d WHERE t.id = d.target_id`,
  );
  return recorded === 1;
}

/** Records that an attempt failed, and when the next one is due. That one sends the newest deployment. */
export async function recordRetry(
  on: Connection,
  claimed: ClaimedDeployment,
  { attempt, dueAt }: { attempt: Attempt; dueAt: Date },
): Promise<void> {
  const { id, projectId, targetId, snapshotId, seq } = claimed;
  const updated: OutboxEvent = {
    kind: 'deployment.updated',
    subjectId: id,
    data: { target_id: targetId, snapshot_id: snapshotId, sequence: seq },
  };
  await execute(
    on,
    sql`WITH d AS (
        UPDATE deployments SET status = 'queued', attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
          due_at = ${dueAt}::timestamptz
        WHERE id = ${claimed.id} AND status = 'sending' AND claims = ${claimed.claims} RETURNING target_id
      ), event AS (
        ${insertEvents(projectId, new Date(attempt.at), [updated], sql`EXISTS (SELECT FROM d)`)}
      )
      UPDATE deploy_targets t SET not_before = ${dueAt}::timestamptz FROM d WHERE t.id = d.target_id`,
  );
}

/**
 * Records that a deployment failed for good, and writes events. It counts as a failure of its target, which is paused after
 * too many. A test doesn't count.
 *
 * @param notBefore the time before which the platform wants no request; null when it names none
 * @returns whether it paused the target
 */
export async function recordFailed(
  pool: Pool,
  claimed: ClaimedDeployment,
  { attempt, now, notBefore }: { attempt: Attempt; now: Date; notBefore: Date | null },
): Promise<boolean> {
  const { id, projectId, targetId, targetName, snapshotId, seq, reason } = claimed;
  const about = { target_id: targetId, target_name: targetName, snapshot_id: snapshotId, error: attempt.error };
  const failed: OutboxEvent = {
    kind: 'deployment.failed',
    subjectId: id,
    data: { ...about, sequence: seq, reason, stage: 'trigger' },
  };
  const paused: OutboxEvent = { kind: 'target.paused', subjectId: targetId, data: { ...about, deployment_id: id } };
  const count = reason === 'test' ? 0 : 1;
  const [row] = await query(
    pool,
    sql`WITH d AS (
        UPDATE deployments SET status = 'failed', attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
          finished_at = ${now}::timestamptz
        WHERE id = ${id} AND status = 'sending' AND claims = ${claimed.claims} RETURNING target_id
      ), t AS (
        UPDATE deploy_targets t SET consecutive_failures = t.consecutive_failures + ${count}::int,
          not_before = CASE WHEN ${count}::int = 1 THEN ${notBefore}::timestamptz ELSE t.not_before END,
          status = CASE WHEN ${count}::int = 1 AND t.consecutive_failures + 1 >= ${FAILURES_UNTIL_PAUSE}::int THEN 'paused'
            ELSE t.status END
        FROM d WHERE t.id = d.target_id RETURNING t.id, t.status
      ), failed AS (
        ${insertEvents(projectId, now, [failed], sql`EXISTS (SELECT FROM t WHERE ${count}::int = 1)`)}
      ), paused AS (
        ${insertEvents(projectId, now, [paused], sql`EXISTS (SELECT FROM t WHERE t.status = 'paused' AND ${count}::int = 1)`)}
      ), left_over AS (
        UPDATE deployments o SET status = 'superseded', finished_at = ${now}::timestamptz FROM t
        WHERE o.target_id = t.id AND t.status = 'paused' AND o.status = 'queued'
      )
      SELECT status FROM t`,
    { status: text },
  );
  return count === 1 && row?.status === 'paused';
}

/** Targets whose deployments are overdue although their job should have sent them. */
export function findLateTargets(pool: Queryable, now: Date): Promise<{ targetId: string; projectId: string }[]> {
  const late = new Date(now.getTime() - LATE_MS);
  return query(
    pool,
    sql`SELECT DISTINCT t.id AS "targetId", t.project_id AS "projectId" FROM deployments d JOIN deploy_targets t ON t.id = d.target_id
      WHERE d.status IN ('queued', 'sending') AND d.reason <> 'test' AND d.due_at < ${late}::timestamptz
        AND t.status = 'active' AND (t.not_before IS NULL OR t.not_before < ${late}::timestamptz) LIMIT 1000`,
    { targetId: text, projectId: text },
  );
}

/** Ends tests whose process was killed. */
export async function endLostTests(pool: Queryable, now: Date): Promise<void> {
  const lost: Attempt = {
    at: now.toISOString(),
    status: null,
    duration_ms: 0,
    error: 'The process ended during the attempt.',
  };
  await execute(
    pool,
    sql`UPDATE deployments SET status = 'failed', attempts = ${JSON.stringify([lost])}::jsonb, finished_at = ${now}::timestamptz
      WHERE status = 'sending' AND reason = 'test' AND created_at < ${new Date(now.getTime() - TEST_MS)}::timestamptz`,
  );
}
