import type { JobHandler } from '../../jobs/handler.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import { askForDelivery, findLateWebhooks } from './sending/deliveries.store.ts';
import { findLateProjects } from './sending/fan-out.store.ts';
import { FAN_OUT_EVENTS } from './sending/fan-out.ts';

const LATE_MS = 60_000;

/** Schedules the jobs of overdue events and messages again. */
export const catchUpWebhooks: JobHandler<WriteContext['services']> = {
  kind: 'catch-up-webhooks',
  everyMs: 60_000,
  run: async (_job, { database, clock }) => {
    const now = clock.now();
    const late = new Date(now.getTime() - LATE_MS);
    const projects = await findLateProjects(database.pool, late);
    const jobs = projects.map((projectId) => ({ kind: FAN_OUT_EVENTS, key: projectId, projectId, runAt: now }));
    await enqueueJobs(database.pool, jobs, now);
    for (const { id, projectId } of await findLateWebhooks(database.pool, late)) {
      await askForDelivery(database.pool, projectId, [id], now);
    }
  },
};
