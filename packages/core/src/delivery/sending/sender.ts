import { SealBroken } from '../../platform/secret-box.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import type { Run } from '../platforms/platform.ts';
import type { PlatformAnswer } from '../platforms/platform-client.ts';
import { platforms } from '../platforms/platforms.ts';
import { readRetryAfter } from '../retry-after.ts';
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
import { DEPLOYMENT_ATTEMPTS, LONGEST_RETRY_AFTER_MS, retryWait } from './retry-wait.ts';

/** How soon after its trigger a build is looked at for the first time. */
const FIRST_LOOK_MS = 10_000;
/** However often processes are killed amid sending one deployment, it isn't sent more often. */
const MOST_CLAIMS = 10;

/**
 * Tells platforms to build. What a target waits for is in the database; it's claimed, sent outside of any transaction, and
 * its outcome put on record. A process that is killed in between makes another one send it again: at least once, each time
 * with the deployment's id.
 */
export class Sender {
  readonly #deps: DeliveryContext;

  constructor(deps: DeliveryContext) {
    this.#deps = deps;
  }

  /**
   * Sends what a target waits for, if it's due, and asks for the job again when there's more to come.
   *
   * @param signal gives the request up: the deployment stays for whoever comes next
   */
  async send(targetId: string, signal: AbortSignal): Promise<void> {
    const { database, clock } = this.#deps;
    const { pool } = database;
    const claimed = await claimDeployment(pool, targetId, clock.now());
    if (claimed) await this.#attempt(claimed, signal);
    for (let asked: Date | null = null; ; ) {
      const next = await nextDue(pool, targetId);
      // What came while the job was asked for may be due earlier.
      if (!next || (asked && next.at >= asked)) return;
      asked = next.at;
      await enqueueSending(pool, { targetId, projectId: next.projectId, at: next.at, now: clock.now() });
    }
  }

  /** Sends a test that somebody waits for: one attempt, which counts neither for nor against the target. */
  async test(claimed: ClaimedDeployment): Promise<void> {
    await this.#attempt(claimed);
  }

  /** Asks again for jobs that should have run, and ends tests that nobody ends any more. */
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
    log.warn(
      { deployment: id, target: targetId, kind, status: answer.status, error: answer.error },
      'could not trigger',
    );
    const asked = answer.isPassing ? readRetryAfter(answer.retryAfter, now, LONGEST_RETRY_AFTER_MS) : null;
    const wait = claimed.reason === 'test' || !answer.isPassing ? null : retryWait(claimed.attempts);
    if (wait === null || claimed.attempts + 1 >= DEPLOYMENT_ATTEMPTS) {
      return this.#fail(claimed, attempt, asked === null ? null : new Date(now.getTime() + asked));
    }
    const dueAt = new Date(now.getTime() + Math.max(wait, asked ?? 0));
    await recordRetry(database.pool, claimed, { attempt, dueAt });
  }

  /** Puts on record that the platform took a deployment; without what it calls the build when that can't be stored. */
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
    if (paused) log.warn({ target: claimed.targetId }, 'a deploy target is paused after too many failures');
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

/** Of a deployment that was sent as often as it may be, and never got any further. */
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
