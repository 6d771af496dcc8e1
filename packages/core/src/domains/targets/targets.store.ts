import type { DeployTarget } from '../../generated/prisma/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import { type Connection, execute, query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { MAX_DEPLOY_TARGETS } from '../../publishing/due-deployments.store.ts';
import {
  type DeploymentRow,
  deploymentJson,
  iso,
  isoOrNull,
  toDeploymentView,
} from '../deployments/deployments.store.ts';
import type { TargetView } from './targets.schemas.ts';

/** A row as JSON, in which times are texts. */
interface TargetRow {
  readonly id: string;
  readonly name: string;
  readonly kind: TargetView['kind'];
  readonly config: TargetView['config'];
  readonly site_url: string | null;
  readonly environment: string;
  readonly quiet_seconds: number;
  readonly status: TargetView['status'];
  readonly consecutive_failures: number;
  readonly built_seq: number | null;
  readonly built_at: Date | null;
  readonly seen_seq: number | null;
  readonly seen_at: Date | null;
  readonly checked_at: Date | null;
  readonly check_error: string | null;
  readonly created_at: Date;
  readonly created_by: Actor;
  readonly updated_at: Date;
  readonly last: DeploymentRow | null;
}

/** Deploy targets of a project in the order in which they were made, or the one that is named. */
export async function loadTargets(on: Connection, projectId: string, targetId: string | null): Promise<TargetView[]> {
  const rows = await query<TargetRow & Record<string, unknown>>(
    on,
    sql`SELECT t.id, t.name, t.kind, t.config, t.site_url, t.environment, t.quiet_seconds, t.status, t.consecutive_failures,
        t.built_seq, t.built_at, t.seen_seq, t.seen_at, t.checked_at, t.check_error, t.created_at, t.created_by, t.updated_at,
        (SELECT ${deploymentJson} FROM deployments d WHERE d.target_id = t.id ORDER BY d.seq DESC, d.id DESC LIMIT 1) AS last
      FROM deploy_targets t
      WHERE t.project_id = ${projectId} AND (${targetId}::text IS NULL OR t.id = ${targetId}) ORDER BY t.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    config: row.config,
    site_url: row.site_url,
    environment: row.environment,
    quiet_seconds: row.quiet_seconds,
    status: row.status,
    consecutive_failures: row.consecutive_failures,
    last_deployment: row.last && toDeploymentView(row.last),
    built: row.built_seq === null || row.built_at === null ? null : { sequence: row.built_seq, at: iso(row.built_at) },
    seen: row.seen_seq === null || row.seen_at === null ? null : { sequence: row.seen_seq, at: iso(row.seen_at) },
    site_check: row.checked_at === null ? null : { at: iso(row.checked_at), error: row.check_error },
    created_at: iso(row.created_at),
    created_by: row.created_by,
    updated_at: isoOrNull(row.updated_at) ?? '',
  }));
}

/** @throws ApiError `target.not_found` */
export async function getTargetInProject(on: Connection, projectId: string, targetId: string): Promise<TargetView> {
  const [target] = await loadTargets(on, projectId, targetId);
  if (!target) throw new ApiError('target.not_found');
  return target;
}

/**
 * Keeps the project's published content and its deploy targets from being changed by others until the transaction ends,
 * so that no deployment is asked for meanwhile.
 */
export async function lockTargets(tx: Transaction, projectId: string): Promise<void> {
  await execute(tx, sql`SELECT 1 FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`);
}

/** A target as it's stored. */
export type TargetRecord = DeployTarget;

/** A target as it's stored; the targets must be locked. @throws ApiError `target.not_found` */
export async function readTargetRow(tx: Transaction, projectId: string, targetId: string): Promise<TargetRecord> {
  const row = await tx.deployTarget.findFirst({ where: { id: targetId, projectId } });
  if (!row) throw new ApiError('target.not_found');
  return row;
}

/** @throws ApiError `target.limit_reached`; the targets must be locked */
export async function leaveRoomForTarget(tx: Transaction, projectId: string): Promise<void> {
  if ((await tx.deployTarget.count({ where: { projectId } })) < MAX_DEPLOY_TARGETS) return;
  throw new ApiError('target.limit_reached', {
    message: `A project has at most ${MAX_DEPLOY_TARGETS} deploy targets.`,
  });
}

/** What is live in a project; null while nothing is. */
async function readLive(tx: Transaction, projectId: string): Promise<{ snapshotId: string; seq: number } | null> {
  const project = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { liveSnapshotId: true, liveSeq: true },
  });
  const { liveSnapshotId: snapshotId, liveSeq: seq } = project;
  return snapshotId === null ? null : { snapshotId, seq };
}

/**
 * Asks for a deployment of what is live, in place of all that waits. Targets must be locked.
 *
 * @returns whether there's anything to deploy
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

/** Puts on record that a test is being sent. */
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
