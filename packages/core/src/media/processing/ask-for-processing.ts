import type { Connection } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';

/** The kind of job that processes an asset; its key is the asset's id. */
export const PROCESS_ASSET = 'process-asset';

/** Schedules the processing of assets, in the transaction that makes it necessary. */
export async function askForProcessing(
  on: Connection,
  projectId: string,
  assetIds: readonly string[],
  now: Date,
): Promise<void> {
  const jobs = assetIds.map((key) => ({ kind: PROCESS_ASSET, key, projectId, runAt: now }));
  await enqueueJobs(on, jobs, now);
}
