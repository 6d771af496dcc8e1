import type { Connection } from '../platform/database/sql.ts';
import type { HeldJob } from './runner.store.ts';

/** A job under way. */
export interface RunningJob extends HeldJob {
  /** Aborted when this process has lost the job to another one, or ends before it's done. */
  readonly signal: AbortSignal;
  /**
   * Removes the job in the transaction of its work, so that it's never done twice.
   *
   * @throws LeaseLost when another process holds it now: the transaction has to be rolled back
   */
  done(tx: Connection): Promise<void>;
}

/**
 * Groups of jobs with slots of their own, so that one group doesn't delay another: fetching files, processing files,
 * delivering messages, triggering builds, and all others.
 */
export type Lane = 'fetch' | 'process' | 'deliver' | 'deploy' | 'upkeep';

/** Does the work of one kind of job. It may be killed at any moment, and then runs again. */
export interface JobHandler {
  readonly kind: string;
  /** Milliseconds after which it runs again; such a job is never given up. */
  readonly everyMs?: number;
  /** How many failures in a row it may have before it's given up; ten unless given. */
  readonly attempts?: number;
  /** Its group; `upkeep` unless given. */
  readonly lane?: Lane;
  /** Does the work, or throws to have it tried again. */
  run(job: RunningJob): Promise<void>;
}

/** Lets a job run again later without counting this attempt, because a service can't be reached now. */
export class RunLater extends Error {
  override readonly name = 'RunLater';
  readonly waitMs: number;

  constructor(waitMs: number, options: ErrorOptions = {}) {
    super('The job waits for a service that cannot be reached.', options);
    this.waitMs = waitMs;
  }
}

/** The order of a job about an asset. */
export function assetOrder({ projectId, key, signal, done }: RunningJob) {
  if (projectId === null) throw new Error(`The job for ${key} names no project.`);
  return { projectId, assetId: key, signal, done };
}

/** Another process holds the job. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(id: string) {
    super(`The job ${id} is held by another process.`);
  }
}
