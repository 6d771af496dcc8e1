import type { Connection } from '../platform/database/sql.ts';
import type { HeldJob } from './runner.store.ts';

/** A running job. */
export interface RunningJob extends HeldJob {
  /** Aborted when another process has taken over the job, or when this process ends first. */
  readonly signal: AbortSignal;
  /**
   * Removes the job in the transaction of its work, so that it's never done twice.
   *
   * @throws LeaseLost when another process holds the job: roll back the transaction
   */
  done(tx: Connection): Promise<void>;
}

/**
 * Groups of jobs with their own slots, so that one group doesn't delay another: fetching files, processing files, delivering
 * messages, triggering builds, translating, and all others.
 */
export type Lane = 'fetch' | 'process' | 'deliver' | 'deploy' | 'translate' | 'upkeep';

/** Does the work of one kind of job. It may be killed at any moment, and then runs again. */
export interface JobHandler {
  readonly kind: string;
  /** Milliseconds until a recurring job runs again. Such a job is never given up. */
  readonly everyMs?: number;
  /** How many failures in a row it may have before it's given up; by default ten. */
  readonly attempts?: number;
  /** Its group; by default `upkeep`. */
  readonly lane?: Lane;
  /** Does the work. It's tried again after an error. */
  run(job: RunningJob): Promise<void>;
}

/** Thrown to run a job again later without counting this attempt, because a service can't be reached. */
export class RunLater extends Error {
  override readonly name = 'RunLater';
  readonly waitMs: number;

  constructor(waitMs: number, options: ErrorOptions = {}) {
    super('The job waits for a service that cannot be reached.', options);
    this.waitMs = waitMs;
  }
}

/** The task of a job about an asset. */
export function assetTask({ projectId, key, signal, done }: RunningJob) {
  if (projectId === null) throw new Error(`The job for ${key} has no project.`);
  return { projectId, assetId: key, signal, done };
}

/** Another process holds the job. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor(id: string) {
    super(`The job ${id} is held by another process.`);
  }
}
