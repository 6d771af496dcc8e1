import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { type Connection, execute, query, sql } from '../platform/database/sql.ts';
import { type AnswerToKeep, keepAnswers } from '../platform/idempotency.store.ts';
import { movePointer, type Snapshot, snapshotIdOf } from './going-live.store.ts';
import type { ProjectLiveState } from './model.ts';
import { holdShownAssets, type ShownAssets } from './shown-assets.store.ts';
import { StateMoved } from './state-moved.ts';
import { endTurn } from './turns.store.ts';
import type { Turns } from './turns.ts';

/** Requests lost their Idempotency-Keys to others that came later: nothing was written. */
export class KeysLost extends Error {
  /** Owners of the keys that were lost. */
  readonly owners: ReadonlySet<string>;

  constructor(owners: ReadonlySet<string>) {
    super('Another request took over the Idempotency-Key.');
    this.owners = owners;
  }
}

/** What a change writes in its transaction. */
export interface LiveTransaction {
  /** The state that it was planned on. */
  readonly project: ProjectLiveState;
  /** Whether writes to entries wait until it ends, and the project's locales must be as they were. */
  readonly keepsWritesOff: boolean;
  /** Assets that its content shows. */
  readonly shows: ShownAssets;
  /** Keeps what it was planned on as it is until the transaction ends. @throws StateMoved when that has changed */
  hold(tx: Connection): Promise<void>;
  /** Writes all that the change is: with a snapshot also ledger and history. */
  write(tx: Connection, snapshot: Snapshot | null): Promise<void>;
}

/**
 * Makes a change final in one transaction: the pointer moves first, so that no other change gets past until it ends; then
 * what was planned on is held, the change written, and its answers kept.
 *
 * @param snapshot what goes live; null when published content stays as it is
 * @throws StateMoved, KeysLost; then nothing was written
 */
export async function commitStep(
  pool: Pool,
  step: LiveTransaction,
  snapshot: Snapshot | null,
  kept: readonly AnswerToKeep[],
  turns: Turns | null,
): Promise<void> {
  const { project } = step;
  await inTransaction(pool, async (tx) => {
    if (step.keepsWritesOff) await keepWritesOff(tx, project);
    if (snapshot) await movePointer(tx, project, snapshot, turns?.owner);
    else if (!step.keepsWritesOff) await moveEpoch(tx, project);
    if (turns?.isHeld(project.id)) await endTurn(tx, project.id, turns.owner);
    await step.hold(tx);
    await holdShownAssets(tx, project.id, step.shows);
    await step.write(tx, snapshot);
    if (kept.length > 0) await keepAll(tx, kept);
  });
}

/** Waits for writes that are under way, and keeps others off until the transaction ends. */
async function keepWritesOff(tx: Connection, project: ProjectLiveState): Promise<void> {
  const rows = await query(
    tx,
    sql`SELECT id FROM projects
      WHERE id = ${project.id} AND schema_version = ${project.schemaVersion} AND live_seq = ${project.liveSeq}
        AND locales = ${project.locales} AND default_locale = ${project.defaultLocale} FOR UPDATE`,
  );
  if (rows.length === 0) throw new StateMoved();
}

/** Keeps others from publishing or moving entries until the transaction ends, and makes those plan again. */
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
  const rows = await query<{ owner: string }>(tx, keepAnswers(answers));
  const held = new Set(rows.map(({ owner }) => owner));
  const lost = answers.map(({ pending }) => pending.owner).filter((owner) => !held.has(owner));
  if (lost.length > 0) throw new KeysLost(new Set(lost));
}

/** Whether a change was committed; for when the answer to a commit was lost. */
export async function wasCommitted(
  pool: Pool,
  { id, liveSeq }: ProjectLiveState,
  snapshot: Snapshot,
): Promise<boolean> {
  const found = await query(
    pool,
    sql`SELECT seq FROM live_sequences
      WHERE project_id = ${id} AND seq = ${liveSeq + 1} AND snapshot_id = ${snapshotIdOf(snapshot)}`,
  );
  return found.length > 0;
}
