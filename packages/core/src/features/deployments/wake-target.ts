import type { Connection } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { SEND_DEPLOYMENT } from '../../publishing/due-deployments.store.ts';

/** The kind of job that follows a target's deployments; its key is the target's id. */
export const FOLLOW_TARGET = 'follow-target';

/** A target, and when its job is due. */
export interface TargetTime {
  readonly targetId: string;
  readonly projectId: string;
  readonly at: Date;
  readonly now: Date;
}

/** Schedules the job that sends a target's waiting deployment. */
export function enqueueSending(on: Connection, { targetId, projectId, at, now }: TargetTime): Promise<void> {
  return enqueueJobs(on, [{ kind: SEND_DEPLOYMENT, key: targetId, projectId, runAt: at }], now);
}

/** Schedules the job that follows a target's deployments. */
export function enqueueFollowing(on: Connection, { targetId, projectId, at, now }: TargetTime): Promise<void> {
  return enqueueJobs(on, [{ kind: FOLLOW_TARGET, key: targetId, projectId, runAt: at }], now);
}
