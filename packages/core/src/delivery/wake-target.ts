import type { Connection } from '../platform/database/sql.ts';
import { enqueueJobs } from '../platform/job-queue.store.ts';
import { SEND_DEPLOYMENT } from '../publishing/due-deployments.store.ts';

/** The kind of the job that follows what a target was told; its key is the target's id. */
export const FOLLOW_TARGET = 'follow-target';

/** A target, and when something is to be done for it. */
export interface TargetTime {
  readonly targetId: string;
  readonly projectId: string;
  readonly at: Date;
  readonly now: Date;
}

/** Asks for the job that sends what a target waits for. */
export function enqueueSending(on: Connection, { targetId, projectId, at, now }: TargetTime): Promise<void> {
  return enqueueJobs(on, [{ kind: SEND_DEPLOYMENT, key: targetId, projectId, runAt: at }], now);
}

/** Asks for the job that looks what became of what a target was told. */
export function enqueueFollowing(on: Connection, { targetId, projectId, at, now }: TargetTime): Promise<void> {
  return enqueueJobs(on, [{ kind: FOLLOW_TARGET, key: targetId, projectId, runAt: at }], now);
}
