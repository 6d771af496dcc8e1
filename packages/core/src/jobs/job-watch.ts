import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/sql.ts';
import { findLateJob, type LateJob } from '../platform/job-queue.store.ts';

/** How long a job may be due before it counts as late. */
const PATIENCE_MS = 60_000;
/** How often a process looks by itself, and how often it logs the same. */
const LOOK_EVERY_MS = 60_000;
/** How long a result is used before the next look. */
const FRESH_MS = 1_000;

/**
 * Notices jobs that wait although they're due: no process runs jobs, or those that do can't keep up. Processes that run no jobs
 * themselves look too.
 */
export class JobWatch {
  readonly #deps: { readonly pool: Queryable; readonly clock: Clock; readonly log: Logger };
  #found: Promise<LateJob | null> = Promise.resolve(null);
  #lookedAt = Number.NEGATIVE_INFINITY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: { pool: Queryable; clock: Clock; log: Logger }) {
    this.#deps = deps;
  }

  /** Looks once a minute from now on. */
  start(): void {
    this.#timer = setInterval(() => this.late().catch(() => undefined), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The job that is due longest, if that is longer than a minute; null otherwise. @throws the error of `pg` */
  late(): Promise<LateJob | null> {
    const now = this.#deps.clock.now();
    if (Math.abs(now.getTime() - this.#lookedAt) >= FRESH_MS) {
      this.#lookedAt = now.getTime();
      this.#found = this.#look(now);
      this.#found.catch(() => {
        this.#lookedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return this.#found;
  }

  async #look(now: Date): Promise<LateJob | null> {
    const { pool, log } = this.#deps;
    const late = await findLateJob(pool, now, PATIENCE_MS);
    if (late && now.getTime() - this.#loggedAt >= LOOK_EVERY_MS) {
      this.#loggedAt = now.getTime();
      log.warn(
        { kind: late.kind, due_seconds: late.dueSeconds },
        'a job is due for more than a minute: no process runs jobs, or they cannot keep up',
      );
    }
    return late;
  }
}
