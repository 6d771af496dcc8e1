import { catchUp } from '../../delivery/queue/outgoing-queue.store.ts';
import type { JobHandler } from '../../jobs/handler.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import { messageQueue } from './sending/deliveries.store.ts';
import { findLateProjects } from './sending/fan-out.store.ts';
import { FAN_OUT_EVENTS } from './sending/fan-out.ts';

/** Schedules the jobs of overdue events and messages again. */
export const catchUpWebhooks: JobHandler<WriteContext['services']> = {
  kind: 'catch-up-webhooks',
  everyMs: 60_000,
  run: async (_job, { database, clock }) => {
    const now = clock.now();
    const late = new Date(now.getTime() - messageQueue.patienceMs);
    const projects = await findLateProjects(database.pool, late);
    const jobs = projects.map((projectId) => ({ kind: FAN_OUT_EVENTS, key: projectId, projectId, runAt: now }));
    await enqueueJobs(database.pool, jobs, now);
    await catchUp(database.pool, messageQueue, now);
  },
};
