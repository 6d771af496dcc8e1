import { StorageUnavailableError } from '@stele/storage';
import type { Logger } from 'pino';
import type { Schemas } from '../content/schemas.ts';
import type { Clock } from '../platform/clock.ts';
import { isTransactionConflict } from '../platform/database/in-transaction.ts';
import type { Database } from '../platform/database/open-database.ts';
import { isUniqueViolation } from '../platform/database/unique-violation.ts';
import { ApiError } from '../platform/errors.ts';
import type { AnswerToKeep } from '../platform/idempotency.store.ts';
import { newId } from '../platform/ids.ts';
import { inFlight } from '../platform/keep-answer.ts';
import { buildSnapshot, type SnapshotContent } from './build-snapshot.ts';
import { commitStep, KeysLost, type LiveTransaction, wasCommitted } from './commit.store.ts';
import { whileFrozen } from './freeze.store.ts';
import type { Snapshot } from './going-live.store.ts';
import type { PointerMirrors } from './pointer-mirrors.ts';
import type { SnapshotObjects } from './snapshot-objects.ts';
import { StateMoved } from './state-moved.ts';
import type { Turns } from './turns.ts';

export interface GoLiveDependencies {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly objects: SnapshotObjects;
  readonly mirrors: PointerMirrors;
  readonly clock: Clock;
  readonly log: Logger;
  /** Makes the jobs look for what is to be done once something has changed. */
  wakeJobs(): void;
}

/** A change on its way to being live: planned on one state, and good for as long as that state stays. */
export interface Step<Answer> extends LiveTransaction {
  /** What is to go live: a snapshot to build, or an earlier one; null when published content stays as it is. */
  readonly next: SnapshotContent | { readonly restored: string } | null;
  /**
   * What the caller is answered, and what of it is kept for Idempotency-Keys.
   *
   * @param snapshotId the snapshot that goes live with it
   */
  answer(snapshotId: string | null): { readonly answer: Answer; readonly kept: readonly AnswerToKeep[] };
}

/** Something that changes published content. */
export interface LiveWork<Answer> {
  readonly projectId: string;
  /** How often it's planned again because the state has moved. */
  readonly attempts: number;
  /** From which attempt on writes to entries wait for it; they never do unless given. */
  readonly freezeFrom?: number;
  /** Given when it takes turns with other processes. */
  readonly turns?: Turns;
  /** Plans it on the newest state. @returns what to do, or an answer when there's nothing to do */
  plan(): Promise<Step<Answer> | { readonly answer: Answer }>;
  /** Requests lost their Idempotency-Keys to others: the next attempt is without them. By default all of it is refused. */
  lostKeys?(owners: ReadonlySet<string>): void;
}

/**
 * The one way in which published content changes: plan → build → commit → afterwards, again with a new plan when the state
 * has moved meanwhile. When it resolves, the change is live, and the pointer's mirrors say so.
 *
 * @throws ApiError `unavailable` when storage is down, or others keep coming first; `idempotency.in_flight`; what `plan` throws.
 *   Nothing has changed then
 */
export async function goLive<Answer>(deps: GoLiveDependencies, work: LiveWork<Answer>): Promise<Answer> {
  const { projectId, attempts, freezeFrom = attempts + 1, turns } = work;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await turns?.take(projectId);
    const once = () => tryOnce(deps, work);
    const done = await (attempt < freezeFrom ? once() : whileFrozen(deps.database.pool, projectId, once));
    if (done) return done.answer;
    turns?.share(projectId);
  }
  deps.log.warn({ projectId, attempts }, 'a change of published content kept losing against others');
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

/** @returns null when the state has moved: nothing was written */
async function tryOnce<Answer>(
  deps: GoLiveDependencies,
  work: LiveWork<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  try {
    const step = await work.plan();
    if (!('next' in step)) return step;
    const snapshot = await build(deps, step.next);
    const { answer, kept } = step.answer(snapshot && ('restored' in snapshot ? snapshot.restored : snapshot.id));
    await commit(deps, work, step, snapshot, kept);
    for (const { pending } of kept) pending.stored = true;
    deps.wakeJobs();
    if (snapshot) await deps.mirrors.update(work.projectId);
    return { answer };
  } catch (error) {
    if (error instanceof KeysLost) {
      if (!work.lostKeys) throw inFlight();
      work.lostKeys(error.owners);
      return null;
    }
    // Another request took a unique value just now that an entry needs to come back.
    const isTaken = isUniqueViolation(error, 'unique_values_pkey');
    if (error instanceof StateMoved || isTaken || isTransactionConflict(error)) return null;
    throw error;
  }
}

async function build({ objects, database }: GoLiveDependencies, next: Step<unknown>['next']): Promise<Snapshot | null> {
  if (next === null || 'restored' in next) return next;
  return buildSnapshot(next, newId('snapshot'), { objects, pool: database.pool }).catch((cause: unknown) => {
    if (cause instanceof StorageUnavailableError) throw new ApiError('unavailable', { cause });
    throw cause;
  });
}

async function commit<Answer>(
  { database: { pool } }: GoLiveDependencies,
  { projectId, turns }: LiveWork<Answer>,
  step: Step<Answer>,
  snapshot: Snapshot | null,
  kept: readonly AnswerToKeep[],
): Promise<void> {
  await commitStep(pool, step, snapshot, kept, turns ?? null).catch(async (error: unknown) => {
    if (error instanceof StateMoved || error instanceof KeysLost || error instanceof ApiError || !snapshot) throw error;
    // The connection may have broken after the commit was carried out: then what it wrote says so.
    if (!(await wasCommitted(pool, step.project, snapshot))) throw error;
  });
  turns?.ended(projectId);
}
