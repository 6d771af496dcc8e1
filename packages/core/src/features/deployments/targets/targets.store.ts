import type { QueryResultRow } from 'pg';
import { viewOf } from '../../../api/view.ts';
import type { DeployTarget } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { int, json, nullable, oneOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Connection, query, sql } from '../../../platform/database/sql.ts';
import { ApiError, assertBelowLimit } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { MAX_DEPLOY_TARGETS } from '../../../publishing/due-deployments.store.ts';
import { deploymentJson, iso, toDeploymentView } from '../deployments.store.ts';
import { targetErrors } from './targets.names.ts';
import { type TargetView, targetSchema } from './targets.schemas.ts';

/** Deploy targets of a project, oldest first, or only the one with an id. */
export async function loadTargets(on: Connection, projectId: string, targetId: string | null): Promise<TargetView[]> {
  const rows = await query(
    on,
    sql`SELECT t.id, t.name, t.kind, t.config, t.site_url, t.environment, t.quiet_seconds, t.status, t.consecutive_failures,
        t.built_seq, t.built_at, t.seen_seq, t.seen_at, t.checked_at, t.check_error, t.created_at, t.created_by, t.updated_at,
        (SELECT ${deploymentJson} FROM deployments d WHERE d.target_id = t.id ORDER BY d.seq DESC, d.id DESC LIMIT 1) AS last
      FROM deploy_targets t
      WHERE t.project_id = ${projectId} AND (${targetId}::text IS NULL OR t.id = ${targetId}) ORDER BY t.id`,
    {
      id: text,
      name: text,
      kind: oneOf<TargetView['kind']>(),
      config: json<TargetView['config']>(),
      site_url: nullable(text),
      environment: text,
      quiet_seconds: int,
      status: oneOf<TargetView['status']>(),
      consecutive_failures: int,
      built_seq: nullable(int),
      built_at: nullable(timestamp),
      seen_seq: nullable(int),
      seen_at: nullable(timestamp),
      checked_at: nullable(timestamp),
      check_error: nullable(text),
      created_at: timestamp,
      created_by: json<TargetView['created_by']>(),
      updated_at: timestamp,
      last: nullable(json<QueryResultRow>()),
    },
  );
  return rows.map((row) =>
    viewOf(targetSchema, row, {
      last_deployment: row.last && toDeploymentView(row.last),
      built: reached(row.built_seq, row.built_at),
      seen: reached(row.seen_seq, row.seen_at),
      site_check: row.checked_at && { at: iso(row.checked_at), error: row.check_error },
    }),
  );
}

function reached(sequence: number | null, at: Date | null): TargetView['built'] {
  return sequence === null || at === null ? null : { sequence, at: iso(at) };
}

/** @throws ApiError `target.not_found` */
export async function getTargetInProject(on: Connection, projectId: string, targetId: string): Promise<TargetView> {
  const [target] = await loadTargets(on, projectId, targetId);
  if (!target) throw new ApiError(targetErrors['target.not_found']);
  return target;
}

/** A stored target. */
export type TargetRecord = DeployTarget;

/** A stored target; the targets must be locked. @throws ApiError `target.not_found` */
export async function readTargetRow(tx: Transaction, projectId: string, targetId: string): Promise<TargetRecord> {
  const row = await tx.deployTarget.findFirst({ where: { id: targetId, projectId } });
  if (!row) throw new ApiError(targetErrors['target.not_found']);
  return row;
}

/** @throws ApiError `target.limit_reached`; the targets must be locked */
export async function assertTargetLimit(tx: Transaction, projectId: string): Promise<void> {
  const count = await tx.deployTarget.count({ where: { projectId } });
  assertBelowLimit(count, MAX_DEPLOY_TARGETS, targetErrors['target.limit_reached'], 'deploy targets');
}

/** The live snapshot of a project; null before anything was published. */
async function readLive(tx: Transaction, projectId: string): Promise<{ snapshotId: string; seq: number } | null> {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { liveSnapshotId: true, liveSeq: true },
  });
  const { liveSnapshotId: snapshotId, liveSeq: seq } = project;
  return snapshotId === null ? null : { snapshotId, seq };
}

/**
 * Queues a deployment of the live snapshot, instead of all that wait. The targets must be locked.
 *
 * @returns whether anything is live
 */
export async function askForLive(
  tx: Transaction,
  { projectId, targetId, now }: { projectId: string; targetId: string; now: Date },
): Promise<boolean> {
  const live = await readLive(tx, projectId);
  await tx.deployment.updateMany({
    where: { targetId, status: 'queued' },
    data: { status: 'superseded', finishedAt: now },
  });
  if (!live) return false;
  const times = { waitingSince: now, dueAt: now, createdAt: now };
  const what = { id: newId('deployment'), projectId, targetId, reason: 'resume', status: 'queued', attempts: [] };
  await tx.deployment.create({ data: { ...what, ...live, ...times } });
  return true;
}

/** Records that a test is being sent. */
export async function beginTest(
  tx: Transaction,
  { projectId, targetId, targetName, now }: { projectId: string; targetId: string; targetName: string; now: Date },
) {
  const live = await readLive(tx, projectId);
  const what = { id: newId('deployment'), projectId, targetId, reason: 'test', claims: 1 };
  const { snapshotId, seq } = live ?? { snapshotId: null, seq: 0 };
  const times = { waitingSince: now, dueAt: now, createdAt: now };
  await tx.deployment.create({ data: { ...what, snapshotId, seq, status: 'sending', attempts: [], ...times } });
  return { ...what, targetName, snapshotId, seq, attempts: 0 };
}
