import { setTimeout } from 'node:timers/promises';
import { makeLiveFile } from '@stele/snapshot';
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
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { buildSnapshot, type SnapshotContent } from './build-snapshot.ts';
import { commitStep, KeysLost, type LiveTransaction, wasCommitted, whileFrozen } from './commit.store.ts';
import type { Snapshot } from './going-live.store.ts';
import { StateMoved } from './model.ts';
import type { Live, PointerMirrors } from './pointer-mirrors.ts';
import type { SnapshotObjects } from './snapshot-objects.ts';
import type { Turns } from './turns.ts';

/** The pause before another attempt. It doubles each time, so that a removal of objects can finish. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 500;

export interface GoLiveDependencies {
  readonly database: Database;
  readonly schemas: Schemas;
  readonly objects: SnapshotObjects;
  readonly mirrors: PointerMirrors;
  readonly clock: Clock;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  /** Makes the job runner look for work after a change. */
  readonly jobs: { wake(): void };
}

/** A planned change. It can be carried out while the state that it was planned on is unchanged. */
export interface Step<Answer> extends LiveTransaction {
  /** A snapshot to build, or an earlier one; null when published content stays as it is. */
  readonly next: SnapshotContent | { readonly restored: string } | null;
  /**
   * The answer for the caller, and the answers to store for Idempotency-Keys.
   *
   * @param snapshotId the snapshot that goes live
   */
  answer(snapshotId: string | null): { readonly answer: Answer; readonly kept: readonly AnswerToKeep[] };
}

/** Work that changes published content. */
export interface LiveWork<Answer> {
  readonly projectId: string;
  /** The most attempts, since the state may change after planning. */
  readonly attempts: number;
  /** From this attempt on, writes to entries wait for it; by default they never do. */
  readonly freezeFrom?: number;
  readonly turns?: Turns;
  /** Plans it on the current state. @returns the step, or an answer when there's nothing to do */
  plan(): Promise<Step<Answer> | { readonly answer: Answer }>;
  /** Drops requests that lost their Idempotency-Keys, before the next attempt. Without it, such a request refuses all of the work. */
  lostKeys?(owners: ReadonlySet<string>): void;
}

/**
 * The only way in which published content changes: plan, build, commit, update the mirrors. It starts again with a new plan when
 * the state has changed meanwhile. When it resolves, the change is live. So it is in the project's live file, if storage took it within
 * two seconds; tokens' own mirrors follow within five seconds.
 *
 * @throws ApiError `unavailable` when storage is down, or when others come first in every attempt; `idempotency.in_flight`;
 *   errors of `plan`. Then nothing has changed
 */
export async function goLive<Answer>(deps: GoLiveDependencies, work: LiveWork<Answer>): Promise<Answer> {
  const { projectId, attempts, freezeFrom = attempts + 1, turns } = work;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 1) await deps.telemetry.measure('publish', 'wait', async () => turns?.take(projectId));
    const once = () => tryOnce(deps, work);
    const done = await (attempt < freezeFrom ? once() : whileFrozen(deps.database.pool, projectId, once));
    if (done) return done.answer;
    turns?.share(projectId);
    if (attempt < attempts) await setTimeout(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
  deps.log.warn({ projectId, attempts }, 'a change of published content kept losing against others');
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

/** @returns null when the state has changed: nothing was written */
async function tryOnce<Answer>(
  deps: GoLiveDependencies,
  work: LiveWork<Answer>,
): Promise<{ readonly answer: Answer } | null> {
  try {
    const { telemetry } = deps;
    const step = await telemetry.measure('publish', 'plan', () => work.plan());
    if (!('next' in step)) return step;
    const snapshot = await telemetry.measure('publish', 'build', () => build(deps, step.next));
    const { answer, kept } = step.answer(snapshot && ('restored' in snapshot ? snapshot.restored : snapshot.id));
    const commit = () => commitStep(deps.database.pool, step, snapshot, kept, work.turns ?? null);
    const asks = await telemetry.measure('publish', 'commit', commit).catch(async (error: unknown) => {
      if (error instanceof StateMoved || error instanceof KeysLost || error instanceof ApiError || !snapshot)
        throw error;
      // The connection may have broken after the commit.
      if (!(await wasCommitted(deps.database.pool, step.project, snapshot))) throw error;
    });
    work.turns?.ended(work.projectId);
    for (const { pending } of kept) pending.stored = true;
    if (snapshot)
      await telemetry.measure('publish', 'mirror', () => deps.mirrors.update(work.projectId, liveOf(step, snapshot)));
    // After the mirrors: looking for jobs takes statements in each lane.
    if (asks !== false) deps.jobs.wake();
    return { answer };
  } catch (error) {
    if (error instanceof KeysLost) {
      if (!work.lostKeys) throw inFlight();
      work.lostKeys(error.owners);
      return null;
    }
    // Another request just took a unique value that a restored entry needs.
    const isTaken = isUniqueViolation(error, 'unique_values_pkey');
    if (error instanceof StateMoved || isTaken || isTransactionConflict(error)) return null;
    throw error;
  }
}

/**
 * The pointer to a committed step's snapshot. Null if it made none, if it restored an earlier one, and for a project's first one: the
 * tokens' mirrors aren't there yet.
 */
function liveOf({ project, next }: Step<unknown>, snapshot: Snapshot): Live | null {
  if (!project.live || !next || 'restored' in next || 'restored' in snapshot) return null;
  const { publishedAt } = next;
  const { id: snapshotId, manifestHash } = snapshot;
  const at = { projectId: project.id, snapshotId, publishedAt, manifestHash, sequence: project.liveSeq + 1 };
  return { name: project.liveName, file: makeLiveFile(at) };
}

async function build({ objects, database }: GoLiveDependencies, next: Step<unknown>['next']): Promise<Snapshot | null> {
  if (next === null || 'restored' in next) return next;
  return buildSnapshot(next, newId('snapshot'), { objects, pool: database.pool }).catch((cause: unknown) => {
    if (cause instanceof StorageUnavailableError) throw new ApiError('unavailable', { cause });
    throw cause;
  });
}
