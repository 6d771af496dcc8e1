import { int, json, nullable } from '../../../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { type CommonEventKind, insertEventsFrom } from '../../../platform/events.store.ts';
import type { Run, RunState } from '../platforms/platform.ts';

/** A deployment that a platform has accepted. */
export interface FollowedDeployment {
  readonly id: string;
  readonly snapshotId: string | null;
  readonly seq: number;
  readonly reason: string;
  readonly run: Run | null;
  readonly buildState: RunState['state'] | null;
  readonly triggeredAt: Date;
}

/** The recent deployments of a target, newest first, and the newest sequence that its website was seen to show. */
export async function loadFollowed(
  pool: Queryable,
  targetId: string,
  since: Date,
): Promise<{ readonly seenSeq: number | null; readonly deployments: readonly FollowedDeployment[] } | null> {
  const [row] = await query(
    pool,
    sql`SELECT t.seen_seq, (SELECT json_agg(d ORDER BY d."triggeredAt" DESC) FROM (
          SELECT d.id, d.snapshot_id AS "snapshotId", d.seq, d.reason, d.run, d.build_state AS "buildState",
            d.triggered_at AS "triggeredAt"
          FROM deployments d WHERE d.target_id = t.id AND d.status = 'triggered' AND d.triggered_at > ${since}::timestamptz
          ORDER BY d.triggered_at DESC LIMIT 3) d) AS deployments
      FROM deploy_targets t WHERE t.id = ${targetId}`,
    { seen_seq: nullable(int), deployments: nullable(json<(FollowedDeployment & { triggeredAt: string })[]>()) },
  );
  if (!row) return null;
  const deployments = (row.deployments ?? []).map((one) => ({ ...one, triggeredAt: new Date(one.triggeredAt) }));
  return { seenSeq: row.seen_seq, deployments };
}

/**
 * Records the state of a build that a deployment started. A failed build writes an event, once.
 */
export async function recordBuild(
  on: Connection,
  deploymentId: string,
  { state, error, run }: Pick<RunState, 'state' | 'error'> & { readonly run: Run | null },
  now: Date,
): Promise<void> {
  const kept = run === null ? null : JSON.stringify(run);
  // `before` locks the row, so that each change of state is news to one caller only.
  const recorded = sql`UPDATE deployments d SET build_state = ${state}, build_error = ${error},
      run = coalesce(${kept}::jsonb, d.run),
      built_at = CASE WHEN ${state} = 'built' THEN coalesce(d.built_at, ${now}::timestamptz) ELSE d.built_at END
    FROM (SELECT id, build_state FROM deployments WHERE id = ${deploymentId} FOR UPDATE) before
    WHERE d.id = before.id AND before.build_state IS DISTINCT FROM 'built'
    RETURNING d.*, before.build_state AS state_before,
      d.build_state <> 'failed' AND d.build_state IS DISTINCT FROM before.build_state AS is_news`;
  await execute(
    on,
    sql`WITH d AS (${recorded}), updated AS (${updateEvents(now)}), failed AS (${failureEvents(now)})
      UPDATE deploy_targets t SET built_seq = d.seq, built_at = ${now}::timestamptz FROM d
      WHERE t.id = d.target_id AND ${state} = 'built' AND (t.built_seq IS NULL OR t.built_seq < d.seq)`,
  );
}

/** Writes an event for each deployment of the CTE `d` whose state has changed. */
function updateEvents(now: Date): Sql {
  const kind: CommonEventKind = 'deployment.updated';
  return insertEventsFrom(sql`SELECT project_id, ${kind}, id, jsonb_build_object('target_id', target_id,
      'snapshot_id', snapshot_id, 'sequence', seq, 'build_state', build_state, 'seen', seen_at IS NOT NULL),
      ${now}::timestamptz
    FROM d WHERE is_news`);
}

/** Writes an event for each deployment of the CTE `d` whose build has just failed. */
function failureEvents(now: Date): Sql {
  const kind: CommonEventKind = 'deployment.failed';
  return insertEventsFrom(sql`SELECT d.project_id, ${kind}, d.id, jsonb_build_object('target_id', d.target_id,
      'target_name', t.name, 'snapshot_id', d.snapshot_id, 'sequence', d.seq, 'reason', d.reason, 'stage', 'build',
      'error', d.build_error), ${now}::timestamptz
    FROM d JOIN deploy_targets t ON t.id = d.target_id
    WHERE d.build_state = 'failed' AND d.state_before IS DISTINCT FROM 'failed'`);
}

/** Records that a build of a sequence succeeded, which includes all earlier sequences. */
export async function recordBuilt(
  on: Connection,
  { targetId, seq, now }: { targetId: string; seq: number; now: Date },
): Promise<void> {
  await execute(
    on,
    sql`WITH d AS (
        UPDATE deployments SET built_at = ${now}::timestamptz, build_state = 'built', build_error = NULL
        WHERE target_id = ${targetId} AND status = 'triggered' AND seq <= ${seq}::int AND built_at IS NULL
        RETURNING *, true AS is_news
      ), updated AS (${updateEvents(now)})
      UPDATE deploy_targets SET built_seq = ${seq}::int, built_at = ${now}::timestamptz
      WHERE id = ${targetId} AND (built_seq IS NULL OR built_seq < ${seq}::int)`,
  );
}

/** Records that the website was seen to show a sequence. A sequence that isn't newer than the last one changes nothing. */
export async function recordSeen(
  on: Connection,
  { targetId, seq, now }: { targetId: string; seq: number; now: Date },
): Promise<void> {
  await execute(
    on,
    sql`WITH d AS (
        UPDATE deployments SET seen_at = ${now}::timestamptz
        WHERE target_id = ${targetId} AND status = 'triggered' AND seq <= ${seq}::int AND seen_at IS NULL
        RETURNING *, true AS is_news
      ), updated AS (${updateEvents(now)})
      UPDATE deploy_targets SET checked_at = ${now}::timestamptz, check_error = NULL,
        seen_at = CASE WHEN seen_seq IS NULL OR seen_seq < ${seq}::int THEN ${now}::timestamptz ELSE seen_at END,
        seen_seq = greatest(seen_seq, ${seq}::int)
      WHERE id = ${targetId}`,
  );
}

/** Records that a check of the website found no snapshot, and why. */
export async function recordUnseen(on: Connection, targetId: string, error: string, now: Date): Promise<void> {
  await execute(
    on,
    sql`UPDATE deploy_targets SET checked_at = ${now}::timestamptz, check_error = ${error} WHERE id = ${targetId}`,
  );
}

/** The newest sequence at which a snapshot went live; null when the project has no such snapshot. */
export async function findSequence(pool: Queryable, projectId: string, snapshotId: string): Promise<number | null> {
  const [row] = await query(
    pool,
    sql`SELECT max(seq) AS seq FROM live_sequences WHERE project_id = ${projectId} AND snapshot_id = ${snapshotId}`,
    { seq: nullable(int) },
  );
  return row?.seq ?? null;
}

/** How long deployments are kept. The newest ones of each target are always kept. */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;
const KEEP_NEWEST = 20;

/** Removes old deployments. */
export async function deleteOldDeployments(pool: Queryable, now: Date): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM deployments d WHERE d.created_at < ${new Date(now.getTime() - KEEP_MS)}::timestamptz
      AND d.status NOT IN ('queued', 'sending') AND d.seq < (SELECT n.seq FROM deployments n
        WHERE n.target_id = d.target_id ORDER BY n.seq DESC OFFSET ${KEEP_NEWEST}::int LIMIT 1)`,
  );
}
