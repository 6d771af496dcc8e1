import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { text } from '../platform/database/row.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { type AnswerToKeep, keepAnswers } from '../platform/idempotency.store.ts';
import { movePointer, type Snapshot, snapshotIdOf } from './going-live.store.ts';
import { type ProjectLiveState, type ShownAssets, StateMoved } from './model.ts';
import { endTurn } from './turns.store.ts';
import type { Turns } from './turns.ts';

/** If the process that froze writes dies, they wait at most this long. */
const LEASE_SECONDS = 60;

/** Later requests have taken over Idempotency-Keys of this change: nothing was written. */
export class KeysLost extends Error {
  readonly owners: ReadonlySet<string>;

  constructor(owners: ReadonlySet<string>) {
    super('Another request took over the Idempotency-Key.');
    this.owners = owners;
  }
}

/** The transaction of a change. */
export interface LiveTransaction {
  readonly project: ProjectLiveState;
  /** Whether it makes writes to entries wait until it ends, and needs unchanged locales. */
  readonly keepsWritesOff: boolean;
  readonly shows: ShownAssets;
  /** Locks the rows that it was planned on until the transaction ends. @throws StateMoved when one has changed */
  hold(tx: Connection): Promise<void>;
  /** Writes the change; with a snapshot also ledger and history. @returns false when it asks for no job */
  write(tx: Connection, snapshot: Snapshot | null): Promise<unknown>;
}

/**
 * Commits a change in one transaction. It moves the pointer first, which blocks all other changes. Then it locks the rows that
 * the change was planned on, writes the change, and stores its answers.
 *
 * @param snapshot the snapshot that goes live; null when published content stays as it is
 * @returns the result of the step's `write`
 * @throws StateMoved, KeysLost; then nothing was written
 */
export function commitStep(
  pool: Pool,
  step: LiveTransaction,
  snapshot: Snapshot | null,
  kept: readonly AnswerToKeep[],
  turns: Turns | null,
): Promise<unknown> {
  const { project } = step;
  return inTransaction(pool, async (tx) => {
    if (step.keepsWritesOff) await keepWritesOff(tx, project);
    if (snapshot) await movePointer(tx, project, snapshot, turns?.owner);
    else if (!step.keepsWritesOff) await moveEpoch(tx, project);
    if (turns?.isHeld(project.id)) await endTurn(tx, project.id, turns.owner);
    await step.hold(tx);
    await holdShownAssets(tx, project.id, step.shows);
    const asks = await step.write(tx, snapshot);
    if (kept.length > 0) await keepAll(tx, kept);
    return asks;
  });
}

/** Waits for running writes to entries, and blocks others until the transaction ends. */
async function keepWritesOff(tx: Connection, project: ProjectLiveState): Promise<void> {
  const held = await execute(
    tx,
    sql`SELECT id FROM projects
      WHERE id = ${project.id} AND schema_version = ${project.schemaVersion} AND live_seq = ${project.liveSeq}
        AND locales = ${project.locales} AND default_locale = ${project.defaultLocale} FOR UPDATE`,
  );
  if (held === 0) throw new StateMoved();
}

/** Blocks others that publish or move entries until the transaction ends. Then they must plan again. */
async function moveEpoch(tx: Connection, project: ProjectLiveState): Promise<void> {
  const held = await execute(
    tx,
    sql`UPDATE projects SET epoch = epoch + 1
      WHERE id = ${project.id} AND live_seq = ${project.liveSeq} AND epoch = ${project.epoch}
        AND schema_version = ${project.schemaVersion}`,
  );
  if (held !== 1) throw new StateMoved();
}

async function keepAll(tx: Connection, answers: readonly AnswerToKeep[]): Promise<void> {
  const rows = await query(tx, keepAnswers(answers), { owner: text });
  const held = new Set(rows.map(({ owner }) => owner));
  const lost = answers.map(({ pending }) => pending.owner).filter((owner) => !held.has(owner));
  if (lost.length > 0) throw new KeysLost(new Set(lost));
}

/** Locks the assets that new content shows. @throws StateMoved when one has changed since it was rendered */
async function holdShownAssets(tx: Connection, projectId: string, shown: ShownAssets): Promise<void> {
  if (shown.size === 0) return;
  const rows = await query(
    tx,
    sql`SELECT a.id FROM unnest(${[...shown.keys()]}::text[], ${[...shown.values()]}::text[]) AS s(id, version)
      JOIN assets a ON a.id = s.id AND a.project_id = ${projectId} AND a.xmin::text = s.version
      ORDER BY a.id FOR SHARE OF a`,
    { id: text },
  );
  if (rows.length < shown.size) throw new StateMoved();
}

/** Whether a change was committed, if the connection broke during the commit. */
export async function wasCommitted(
  pool: Pool,
  { id, liveSeq }: ProjectLiveState,
  snapshot: Snapshot,
): Promise<boolean> {
  const found = await execute(
    pool,
    sql`SELECT seq FROM live_sequences
      WHERE project_id = ${id} AND seq = ${liveSeq + 1} AND snapshot_id = ${snapshotIdOf(snapshot)}`,
  );
  return found > 0;
}

/** Makes writes to a project's entries wait while work runs, so that they can't come first again and again. */
export async function whileFrozen<Answer>(pool: Pool, projectId: string, work: () => Promise<Answer>): Promise<Answer> {
  await execute(
    pool,
    sql`UPDATE projects SET frozen_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id = ${projectId}`,
  );
  try {
    return await work();
  } finally {
    await execute(pool, sql`UPDATE projects SET frozen_until = NULL WHERE id = ${projectId}`);
  }
}
