import { deploymentEvents, targetEvents } from '../../../delivery/delivery.names.ts';
import type { Attempt, OutgoingQueue } from '../../../delivery/queue/outgoing-queue.store.ts';
import { int, nullable, type RowOf, text } from '../../../platform/database/row.ts';
import { emptySql, execute, type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { insertEvents, type OutboxEvent, type OutboxRow, outboxRow } from '../../../platform/events.store.ts';
import { SEND_DEPLOYMENT } from '../../../publishing/due-deployments.store.ts';
import type { Run } from '../platforms/platform.ts';

/** How many deployments may fail in a row before their target is paused. */
const FAILURES_UNTIL_PAUSE = 5;
/** A test without an outcome after this time counts as killed with its process. */
const TEST_MS = 2 * 60_000;

/** The deployments that wait. Of those of a target, only the newest is sent; a killed process may have been sending some. */
export const deploymentQueue: OutgoingQueue = {
  job: SEND_DEPLOYMENT,
  waiting: sql`deployments q JOIN deploy_targets r ON r.id = q.target_id
    WHERE q.status IN ('queued', 'sending') AND q.reason <> 'test' AND r.status = 'active'`,
  order: sql`q.seq DESC, q.id DESC`,
  patienceMs: 30_000,
};

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

/** Failed attempts since the target's last finished deployment: its own, and those of the deployments that it supersedes. */
const FAILED_ATTEMPTS = sql`SELECT coalesce(sum(jsonb_array_length(o.attempts)), 0)::int FROM deployments o
  WHERE o.target_id = d.target_id AND o.reason <> 'test' AND o.status IN ('queued', 'sending', 'superseded')
    AND o.seq >= coalesce((SELECT max(e.seq) FROM deployments e
      WHERE e.target_id = d.target_id AND e.reason <> 'test' AND e.status IN ('triggered', 'failed')), 0)`;

const CLAIMED = sql`d.id, d.project_id AS "projectId", d.target_id AS "targetId", d.snapshot_id AS "snapshotId", d.seq,
  d.reason, d.claims, (SELECT t.name FROM deploy_targets t WHERE t.id = d.target_id) AS "targetName",
  (${FAILED_ATTEMPTS}) AS attempts`;

/** Claims the newest waiting deployment of a target if it's due, and supersedes older ones. Null when none is due. */
export async function claimDeployment(pool: Queryable, targetId: string, now: Date): Promise<ClaimedDeployment | null> {
  const [claimed] = await query(
    pool,
    sql`WITH newest AS (
        SELECT n.id FROM (SELECT q.id, greatest(q.due_at, r.not_before) AS at FROM ${deploymentQueue.waiting}
          AND r.id = ${targetId} ORDER BY ${deploymentQueue.order} LIMIT 1) n WHERE n.at <= ${now}::timestamptz
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

/** The state that an attempt leads to. */
export type SendResult =
  | { readonly status: 'triggered'; readonly run: Run | null }
  /** The next attempt sends the newest deployment. */
  | { readonly status: 'queued'; readonly dueAt: Date }
  /** For good. The platform wants no request before a time; null when it names none. */
  | { readonly status: 'failed'; readonly notBefore: Date | null };

/**
 * Records an attempt and what it means for the target, and writes events, unless another process has claimed the deployment
 * meanwhile. A target is paused after too many failures. Tests count neither for nor against it.
 *
 * @returns whether the target is paused now
 */
export async function recordAttempt(
  on: Queryable,
  claimed: ClaimedDeployment,
  { attempt, result, now }: { readonly attempt: Attempt; readonly result: SendResult; readonly now: Date },
): Promise<boolean> {
  const { status } = result;
  const counts = claimed.reason !== 'test';
  const isFailure = counts && status === 'failed';
  const [ends, at] = status === 'queued' ? [null, new Date(attempt.at)] : [now, now];
  const row = (event: OutboxEvent) => outboxRow(claimed.projectId, at, event);
  const [target] = await query(
    on,
    sql`WITH d AS (
        UPDATE deployments SET status = ${status}, attempts = attempts || ${JSON.stringify([attempt])}::jsonb,
          due_at = coalesce(${status === 'queued' ? result.dueAt : null}::timestamptz, due_at),
          run = ${status === 'triggered' && result.run !== null ? JSON.stringify(result.run) : null}::jsonb,
          triggered_at = ${status === 'triggered' ? now : null}::timestamptz, finished_at = ${ends}::timestamptz
        WHERE id = ${claimed.id} AND status = 'sending' AND claims = ${claimed.claims} RETURNING target_id
      ), t AS (
        UPDATE deploy_targets t SET ${changeOfTarget(result, counts)} FROM d WHERE t.id = d.target_id RETURNING t.id, t.status
      ), happened AS (
        ${insertEvents(eventsOf(claimed, attempt, status).map(row), sql`EXISTS (SELECT FROM t)`)}
      )${isFailure ? sql`, ${afterPause(row(pausedEvent(claimed, attempt)), now)}` : emptySql}
      SELECT status FROM t`,
    { status: text },
  );
  return isFailure && target?.status === 'paused';
}

function changeOfTarget(result: SendResult, counts: boolean): Sql {
  if (result.status === 'queued') return sql`not_before = ${result.dueAt}::timestamptz`;
  if (result.status === 'triggered') {
    return sql`not_before = NULL, consecutive_failures = ${counts ? sql`0` : sql`t.consecutive_failures`}`;
  }
  if (!counts) return sql`not_before = t.not_before`;
  return sql`not_before = ${result.notBefore}::timestamptz, consecutive_failures = t.consecutive_failures + 1,
    status = CASE WHEN t.consecutive_failures + 1 >= ${FAILURES_UNTIL_PAUSE}::int THEN 'paused' ELSE t.status END`;
}

/** CTEs that tell that a target, `t`, was paused, and supersede the deployments that it had waiting. */
function afterPause(event: OutboxRow, now: Date): Sql {
  return sql`paused AS (
      ${insertEvents([event], sql`EXISTS (SELECT FROM t WHERE t.status = 'paused')`)}
    ), left_over AS (
      UPDATE deployments o SET status = 'superseded', finished_at = ${now}::timestamptz FROM t
      WHERE o.target_id = t.id AND t.status = 'paused' AND o.status = 'queued'
    )`;
}

function pausedEvent({ id, targetId, targetName, snapshotId }: ClaimedDeployment, { error }: Attempt): OutboxEvent {
  const data = { target_id: targetId, target_name: targetName, snapshot_id: snapshotId, error, deployment_id: id };
  return { kind: targetEvents['target.paused'], subjectId: targetId, data };
}

/** The events of a deployment after an attempt. */
function eventsOf(
  { id, targetId, targetName, snapshotId, seq, reason }: ClaimedDeployment,
  { error }: Attempt,
  status: SendResult['status'],
): OutboxEvent[] {
  const about = { target_id: targetId, snapshot_id: snapshotId, sequence: seq };
  const event = (kind: OutboxEvent['kind'], more: object = {}): OutboxEvent[] => [
    { kind, subjectId: id, data: { ...about, ...more } },
  ];
  if (status === 'queued') return event(deploymentEvents['deployment.updated']);
  if (status === 'triggered') return event(deploymentEvents['deployment.triggered'], { reason });
  if (reason === 'test') return [];
  return event(deploymentEvents['deployment.failed'], { target_name: targetName, error, reason, stage: 'trigger' });
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
