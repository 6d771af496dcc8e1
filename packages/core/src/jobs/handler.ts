import type { Connection } from '../platform/database/sql.ts';
import type { HeldJob } from './runner.store.ts';

/** A job under way. */
export interface RunningJob extends HeldJob {
  /** Aborted when this process has lost the job to another one, or ends before it's done. */
  readonly signal: AbortSignal;
  /**
   * Strikes the job off the list in the transaction of what it did, so that it's never done twice.
   *
   * @throws LeaseLost when another process holds it by now: the transaction is to be rolled back
   */
  done(tx: Connection): Promise<void>;
}

/**
 * Jobs that hold each other up: those that fetch files; that make something of files; that deliver messages; that tell
 * platforms to build; and all others.
 */
export type Lane = 'fetch' | 'process' | 'deliver' | 'deploy' | 'upkeep';

/** What does the work of one kind of job. It may be killed at any instant, and is run again then. */
export interface JobHandler {
  readonly kind: string;
  /** Runs again so long after it was done, in milliseconds; such a job is never given up. */
  readonly everyMs?: number;
  /** After so many failures in a row it's given up; ten unless given. */
  readonly attempts?: number;
  /** Beside which others it runs; `upkeep` unless given. */
  readonly lane?: Lane;
  /** Does the work, or throws to have it tried again. */
  run(job: RunningJob): Promise<void>;
}

/** Has a job run again later, as if this attempt hadn't been: what it needs is out of reach for now. */
export class RunLater extends Error {
  override readonly name = 'RunLater';
  readonly waitMs: number;

  constructor(waitMs: number, options: ErrorOptions = {}) {
    super('The job waits for a service that cannot be reached.', options);
    this.waitMs = waitMs;
  }
}

/** Another process holds the job. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(id: string) {
    super(`The job ${id} is held by another process.`);
  }
}
