import type { Logger } from 'pino';
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

/** Does the work of one kind of job, with the services of its process. It may be killed at any moment, and then runs again. */
export interface JobHandler<Services = void> {
  readonly kind: string;
  /** Milliseconds until a recurring job runs again. Such a job is never given up. */
  readonly everyMs?: number;
  /** How many failures in a row it may have before it's given up; by default ten. */
  readonly attempts?: number;
  /** The group of its jobs; by default `upkeep`. */
  readonly lane?: Lane;
  /** Does the work. It's tried again after an error. */
  run(job: RunningJob, services: Services): Promise<void>;
}

/**
 * A recurring job that removes something.
 *
 * @param remove returns how many it has removed
 * @param said for the log, when there were any
 */
export function removing<Services extends { readonly log: Logger }>(
  kind: string,
  everyMs: number,
  remove: (services: Services) => Promise<Readonly<Record<string, number>>>,
  said: string,
): JobHandler<Services> {
  return {
    kind,
    everyMs,
    run: async (_job, services) => {
      const removed = await remove(services);
      if (Object.values(removed).some((count) => count > 0)) services.log.info(removed, said);
    },
  };
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
