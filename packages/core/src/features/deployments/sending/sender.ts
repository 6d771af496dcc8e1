import { readRetryAfter } from '../../../platform/outgoing/retry-after.ts';
import { SealBroken } from '../../../platform/secret-box.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { Run } from '../platforms/platform.ts';
import type { PlatformAnswer } from '../platforms/platform-client.ts';
import { platforms } from '../platforms/platforms.ts';
import { loadDeployTarget } from '../target.store.ts';
import { enqueueFollowing, enqueueSending } from '../wake-target.ts';
import {
  type Attempt,
  type ClaimedDeployment,
  claimDeployment,
  endLostTests,
  findLateTargets,
  nextDue,
  recordFailed,
  recordRetry,
  recordTriggered,
} from './claims.store.ts';

/** How long a deployment waits after each failed attempt. */
const WAITS_MS = [2_000, 10_000, 30_000, 90_000];
/** The longest wait that a platform can ask for. */
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;
/** How soon after its trigger a build's state is first asked for. */
const FIRST_LOOK_MS = 10_000;
/** How many times a deployment is sent at most, if processes are killed while they send it. */
const MOST_CLAIMS = 10;

/**
 * Triggers builds. A waiting deployment in the database is claimed, sent outside of any transaction, and its outcome recorded.
 * If the process is killed in between, another one sends it again: at least once, always with the same id.
 */
export class Sender {
  readonly #deps: DeliveryContext;

  constructor(deps: DeliveryContext) {
    this.#deps = deps;
  }

  /**
   * Sends the waiting deployment of a target, if it's due, and schedules the job again if another one waits.
   *
   * @param signal aborts the request; the deployment stays in the queue
   */
  async send(targetId: string, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps;
    const { pool } = database;
    const claimed = await claimDeployment(pool, targetId, clock.now());
    if (claimed) await this.#attempt(claimed, signal);
    for (let asked: Date | null = null; ; ) {
      const next = await nextDue(pool, targetId);
      // A deployment that was queued meanwhile may be due earlier.
      if (!next || (asked && next.at >= asked)) return;
      asked = next.at;
      await enqueueSending(pool, { targetId, projectId: next.projectId, at: next.at, now: clock.now() });
    }
  }

  /** Sends a test: one attempt, which counts neither for nor against the target. */
  async test(claimed: ClaimedDeployment): Promise<void> {
    await this.#attempt(claimed);
  }

  /** Schedules jobs again that should have run, and ends tests whose process was killed. */
  async catchUp(): Promise<void> {
    const { pool } = this.#deps.database;
    const now = this.#deps.clock.now();
    for (const late of await findLateTargets(pool, now)) await enqueueSending(pool, { ...late, at: now, now });
    await endLostTests(pool, now);
  }

  async #attempt(claimed: ClaimedDeployment, signal?: AbortSignal): Promise<void> {
    const { database, clock, log } = this.#deps;
    const { id, targetId, projectId } = claimed;
    if (claimed.claims > MOST_CLAIMS) {
      return this.#fail(claimed, { ...NEVER_ENDED, at: clock.now().toISOString() }, null);
    }
    const sent = await this.#request(claimed, signal);
    if (sent === null || signal?.aborted) return;
    const { answer, run, kind } = sent;
    const now = clock.now();
    const attempt: Attempt = {
      at: new Date(now.getTime() - answer.durationMs).toISOString(),
      status: answer.status,
      duration_ms: answer.durationMs,
      error: answer.error,
    };
    if (answer.error === null) {
      await this.#recordTaken(claimed, attempt, run, now);
      const at = new Date(now.getTime() + FIRST_LOOK_MS);
      return enqueueFollowing(database.pool, { targetId, projectId, at, now });
    }
    log.info(
      { deployment: id, target: targetId, kind, status: answer.status, error: answer.error },
      'could not trigger',
    );
    const asked = answer.isPassing ? readRetryAfter(answer.retryAfter, now, LONGEST_RETRY_AFTER_MS) : null;
    const wait = claimed.reason === 'test' || !answer.isPassing ? null : retryWait(claimed.attempts);
    if (wait === null) {
      return this.#fail(claimed, attempt, asked === null ? null : new Date(now.getTime() + asked));
    }
    const dueAt = new Date(now.getTime() + Math.max(wait, asked ?? 0));
    await recordRetry(database.pool, claimed, { attempt, dueAt });
  }

  /** Records that the platform accepted a deployment; without the platform's name for the build if that can't be stored. */
  async #recordTaken(claimed: ClaimedDeployment, attempt: Attempt, run: Run | null, now: Date): Promise<void> {
    const { pool } = this.#deps.database;
    try {
      await recordTriggered(pool, claimed, { attempt, run, now });
    } catch (err) {
      if (run === null) throw err;
      this.#deps.log.error({ err, deployment: claimed.id }, 'could not store what a platform calls a build');
      await recordTriggered(pool, claimed, { attempt, run: null, now });
    }
  }

  async #fail(claimed: ClaimedDeployment, attempt: Attempt, notBefore: Date | null): Promise<void> {
    const { database, clock, log } = this.#deps;
    const paused = await recordFailed(database.pool, claimed, { attempt, now: clock.now(), notBefore });
    if (paused) log.info({ target: claimed.targetId }, 'a deploy target is paused after too many failures');
  }

  /** @returns null when the target is gone, and its deployments with it */
  async #request({ id, targetId, projectId, snapshotId, seq, reason }: ClaimedDeployment, signal?: AbortSignal) {
    const { database, secrets, platforms: client } = this.#deps;
    try {
      const target = await loadDeployTarget(database.prisma, secrets, targetId);
      if (!target) return null;
      const { kind, settings } = target;
      const trigger = { deploymentId: id, projectId, snapshotId, sequence: seq, reason };
      const answer = await client.send(platforms[kind].trigger(settings, trigger), settings, signal);
      return { kind, answer, run: platforms[kind].runOf(answer.body, settings) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return { kind: null, answer: { ...UNREADABLE, error: error.message }, run: null };
    }
  }
}

/** How long to wait before the next attempt, varied at random; null when there is none. */
function retryWait(attemptsBefore: number): number | null {
  const wait = WAITS_MS[attemptsBefore];
  return wait === undefined ? null : Math.round(wait * (0.75 + Math.random() / 2));
}

/** The outcome of a deployment that was sent as many times as allowed without any outcome. */
const NEVER_ENDED: Omit<Attempt, 'at'> = {
  status: null,
  duration_ms: 0,
  error: `It was sent ${MOST_CLAIMS} times, and each time no outcome was recorded.`,
};
const UNREADABLE: PlatformAnswer = {
  status: null,
  body: null,
  error: null,
  retryAfter: null,
  isPassing: false,
  durationMs: 0,
};
