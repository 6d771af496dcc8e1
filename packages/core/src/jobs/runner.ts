import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/sql.ts';
import { OutgoingRequestError } from '../platform/outgoing/outgoing-error.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';
import { FairShare } from './fair-share.ts';
import { type JobHandler, type Lane, LeaseLost, RunLater } from './handler.ts';
import {
  claimJobs,
  countOpen,
  ensureRecurring,
  finishJob,
  giveUp,
  type HeldJob,
  makeDue,
  putBack,
  renewLeases,
} from './runner.store.ts';

const POLL_MS = 1_000;
/** After this time, another process takes over the jobs of a killed one. */
const LEASE_MS = 25_000;
const RENEW_MS = 8_000;
/** How many files are processed at once: more than half of the cores, so that one party can't use all slots. */
export const MEDIA_AT_ONCE = Math.max(2, Math.floor(availableParallelism() / 2) + 1);
/** How many jobs run at once in a process, in each lane. */
const AT_ONCE: Readonly<Record<Lane, number>> = {
  fetch: 6,
  process: MEDIA_AT_ONCE,
  deliver: 32,
  deploy: 16,
  translate: 6,
  upkeep: 6,
};
const ATTEMPTS = 10;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** How long jobs may go on when the process has to end. */
const GRACE_MS = 8_000;

interface RunnerDependencies<Services> {
  readonly pool: Queryable;
  readonly clock: Clock;
  readonly log: Logger;
  readonly handlers: readonly JobHandler<Services>[];
  readonly telemetry: Telemetry;
}

/** A job that runs in this process. */
interface Running {
  readonly ended: Promise<void>;
  readonly abort: AbortController;
  readonly lane: Lane;
  readonly party: string;
}

/**
 * Runs jobs, a few at a time. Any number of processes can do so: each claims free jobs with a lease, which it renews. When the
 * lease of a killed process expires, another process takes over its jobs.
 *
 * In each lane, parties take turns. A party uses at most two thirds of a lane, and never its last slot. A party whose jobs took
 * long gives way to waiting ones for the same time.
 */
export class JobRunner<Services = void> {
  readonly #deps: RunnerDependencies<Services>;
  readonly #handlers: ReadonlyMap<string, JobHandler<Services>>;
  #services: Services | undefined;
  readonly #owner = randomUUID();
  readonly #running = new Map<string, Running>();
  /** Lane → the party whose turn it was last. */
  readonly #turns = new Map<Lane, string>();
  readonly #fairShare: FairShare;
  #looking: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #renewal: NodeJS.Timeout | undefined;
  #stopping = false;
  /** Whether a request has asked for a job since `runDue`. */
  #isAsked = false;

  constructor(deps: RunnerDependencies<Services>) {
    this.#deps = deps;
    this.#fairShare = new FairShare(deps.clock);
    this.#handlers = new Map(deps.handlers.map((handler) => [handler.kind, handler]));
  }

  /**
   * Inserts the recurring jobs, and starts.
   *
   * @param looks whether to look for jobs automatically; otherwise only `drain` runs them
   * @param services services for the handlers
   */
  async start({ looks }: { looks: boolean }, services: Services): Promise<void> {
    this.#services = services;
    const { pool, clock, handlers } = this.#deps;
    const recurring = handlers.filter(({ everyMs }) => everyMs !== undefined).map(({ kind }) => kind);
    await ensureRecurring(pool, recurring, clock.now());
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
    this.#renewal.unref();
    if (looks) this.#looking = this.#look();
  }

  /** Looks for jobs now, instead of within a second. */
  wake(): void {
    this.#isAsked = true;
    this.#wake();
  }

  /**
   * Runs the jobs that are due, and those that become due meanwhile, and waits for what this process runs. For processes that
   * don't live on between requests.
   *
   * @param deadline ms since the epoch, after which no job is started
   */
  async runDue(deadline: number): Promise<void> {
    this.#isAsked = false;
    const running = (): Promise<void>[] => [...this.#running.values()].map(({ ended }) => ended);
    while (Date.now() < deadline) {
      await this.#begin([...this.#handlers.keys()]);
      if (this.#running.size === 0) return;
      await Promise.race(running());
    }
    await Promise.all(running());
  }

  /** The same, if this process was woken since it last did so. */
  async runAsked(deadline: number): Promise<void> {
    if (this.#isAsked) await this.runDue(deadline);
  }

  /** Makes all jobs of some kinds, or of all kinds, due now, and waits until they are done. */
  async runAll(kinds: readonly string[] = [...this.#handlers.keys()]): Promise<void> {
    const { pool, clock } = this.#deps;
    await makeDue(pool, kinds, clock.now());
    await this.drain({ kinds });
  }

  /**
   * Runs due jobs, and waits for those of other processes.
   *
   * @param deadline ms since the epoch, after which no job is started
   */
  async drain({
    kinds = [...this.#handlers.keys()],
    deadline = Number.POSITIVE_INFINITY,
  }: {
    kinds?: readonly string[];
    deadline?: number;
  } = {}): Promise<void> {
    const { pool, clock } = this.#deps;
    while (Date.now() < deadline && (await countOpen(pool, kinds, clock.now())) > 0) {
      await this.#begin(kinds);
      await Promise.race([...[...this.#running.values()].map(({ ended }) => ended), pause(50)]);
    }
  }

  /** Starts no more jobs, and waits for the running ones; those that take too long are aborted and run again later. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#looking;
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    await Promise.race([ended, pause(GRACE_MS)]);
    for (const { abort } of this.#running.values()) abort.abort();
    await ended;
    clearInterval(this.#renewal);
  }

  async #look(): Promise<void> {
    while (!this.#stopping) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.#begin([...this.#handlers.keys()]);
      } catch (err) {
        this.#deps.log.warn({ err }, 'could not look for jobs; trying again in a second');
      }
      await Promise.race([woken, pause(POLL_MS)]);
    }
  }

  async #begin(kinds: readonly string[]): Promise<void> {
    for (const lane of LANES) {
      const ofLane = kinds.filter((kind) => laneOf(this.#handlers.get(kind)) === lane);
      if (ofLane.length === 0) continue;
      const givingWay = this.#fairShare.of(lane);
      await this.#claim(ofLane, lane, givingWay);
      if (givingWay.length > 0) await this.#claim(ofLane, lane, []);
    }
  }

  async #claim(kinds: readonly string[], lane: Lane, inDebt: readonly string[]): Promise<void> {
    const { pool, clock } = this.#deps;
    const held = this.#heldIn(lane);
    const count = AT_ONCE[lane] - [...held.values()].reduce((sum, jobs) => sum + jobs, 0);
    if (count <= 0 || this.#stopping) return;
    const now = clock.now();
    const after = this.#turns.get(lane) ?? '';
    const bound = boundOf(AT_ONCE[lane]);
    const full = [...held].filter(([, jobs]) => jobs >= bound || count === 1).map(([party]) => party);
    const jobs = await claimJobs(pool, {
      kinds,
      count,
      more: count - 1,
      bound,
      held,
      passedOver: [...full, ...inDebt],
      after,
      now,
      lease: this.#lease(now),
      underWay: [...this.#running.keys()],
    });
    const served = jobs.map(({ party }) => party).sort();
    this.#turns.set(lane, served.filter((party) => party <= after).at(-1) ?? served.at(-1) ?? after);
    for (const job of jobs) {
      // The process began to stop while they were being claimed.
      if (this.#stopping) {
        await putBack(pool, job, this.#owner, { runAt: now, error: null, attempts: job.attempts - 1 });
        continue;
      }
      const abort = new AbortController();
      const { party } = job;
      const ended = this.#run(job, abort.signal).finally(() => {
        this.#running.delete(job.id);
        this.#fairShare.charge(lane, party, now);
        this.#wake();
      });
      this.#running.set(job.id, { ended, abort, lane, party });
    }
  }

  /** How many jobs of a lane each party holds. */
  #heldIn(lane: Lane): Map<string, number> {
    const held = new Map<string, number>();
    for (const one of this.#running.values())
      if (one.lane === lane) held.set(one.party, (held.get(one.party) ?? 0) + 1);
    return held;
  }

  async #run(job: HeldJob, signal: AbortSignal): Promise<void> {
    const { pool, clock, log, telemetry } = this.#deps;
    const handler = this.#handlers.get(job.kind);
    if (!handler) return;
    let isDone = false;
    const done: Parameters<JobHandler['run']>[0]['done'] = async (tx) => {
      if (!(await finishJob(tx, job, this.#owner))) throw new LeaseLost(job.id);
      isDone = true;
    };
    try {
      await telemetry.measure('job', job.kind, () => handler.run({ ...job, signal, done }, this.#services as Services));
      if (handler.everyMs !== undefined) {
        const runAt = new Date(clock.now().getTime() + handler.everyMs);
        await putBack(pool, job, this.#owner, { runAt, error: null, attempts: 0 });
      } else if (!isDone) await finishJob(pool, job, this.#owner);
    } catch (err) {
      if (err instanceof LeaseLost) return;
      await this.#failed(job, handler, err).catch((cause: unknown) => {
        log.error({ err: cause, job: job.id }, 'could not put a failed job back; its lease will end');
      });
    }
  }

  async #failed(job: HeldJob, handler: JobHandler<Services>, err: unknown): Promise<void> {
    const { pool, clock, log } = this.#deps;
    const { id, kind, attempts } = job;
    const error = err instanceof Error ? err.message : String(err);
    const now = clock.now();
    if (this.#stopping || err instanceof RunLater) {
      const runAt = err instanceof RunLater ? new Date(now.getTime() + err.waitMs) : now;
      return putBack(pool, job, this.#owner, { runAt, error, attempts: attempts - 1 });
    }
    if (handler.everyMs === undefined && attempts >= (handler.attempts ?? ATTEMPTS)) {
      log.error({ err, job: id, kind, attempts }, 'a job was given up');
      return giveUp(pool, job, this.#owner, error, now);
    }
    const wait = Math.min(waitAfter(attempts), handler.everyMs ?? LONGEST_WAIT_MS);
    // Members are told of an address of theirs that doesn't answer, and the operator can't mend it.
    const level = err instanceof OutgoingRequestError ? 'info' : 'warn';
    log[level]({ err, job: id, kind, attempts, waitMs: wait }, 'a job failed; trying again later');
    const runAt = new Date(now.getTime() + wait);
    return putBack(pool, job, this.#owner, { runAt, error, attempts });
  }

  /** Renews the leases of running jobs, and aborts those that another process has taken over. */
  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    const ids = [...this.#running.keys()];
    try {
      const kept = new Set(await renewLeases(this.#deps.pool, ids, this.#lease(this.#deps.clock.now())));
      for (const id of ids) if (!kept.has(id)) this.#running.get(id)?.abort.abort();
    } catch (err) {
      this.#deps.log.warn({ err }, 'could not renew the leases of jobs');
    }
  }

  #lease(now: Date) {
    return { owner: this.#owner, until: new Date(now.getTime() + LEASE_MS) };
  }
}

const LANES = Object.keys(AT_ONCE) as Lane[];

/** How many jobs of a lane one party may hold: two thirds, and not all. */
function boundOf(slots: number): number {
  return Math.min(slots - 1, Math.ceil((slots * 2) / 3));
}

function laneOf(handler: Pick<JobHandler, 'lane'> | undefined): Lane {
  return handler?.lane ?? 'upkeep';
}

/** Twice as long after each attempt, half of it at random, so that jobs that failed together aren't retried together. */
function waitAfter(attempts: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(longest * (0.5 + Math.random() / 2));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
