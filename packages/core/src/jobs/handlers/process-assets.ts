import { StorageUnavailableError } from '@stele/storage';
import type { AssetRecord } from '../../media/asset.ts';
import { PROCESS_ASSET } from '../../media/processing/ask-for-processing.ts';
import {
  AssetSwept,
  giveUpAsset,
  type ProcessingServices,
  processAsset,
} from '../../media/processing/process-asset.ts';
import { SYSTEM } from '../../platform/actor.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { rerenderLater } from '../../publishing/rerender/changed-assets.store.ts';
import { type JobHandler, LeaseLost, RunLater, type RunningJob } from '../handler.ts';

const ATTEMPTS = 5;
/** How long it waits when storage is down, which is no fault of the file. */
const STORAGE_WAIT_MS = 30_000;
/** How long it waits while files of the asset are removed. */
const SWEEP_WAIT_MS = 5_000;

const GAVE_UP = {
  code: 'processing_failed',
  message:
    'The file could not be processed, though it was tried several times. Save it in another format and try again.',
};

/** Makes what is served of uploaded files. One that fails again and again ends as failed, and its job is done then. */
export function processAssets(base: Omit<ProcessingServices, 'onRendered'>): JobHandler {
  const services: ProcessingServices = { ...base, onRendered: showLater };
  return {
    kind: PROCESS_ASSET,
    lane: 'process',
    run: async (job) => {
      const order = orderOf(job);
      // Whoever began it so often never came to say what was wrong: it may have been the file that killed them.
      if (job.attempts > ATTEMPTS) return giveUpAsset(services, order, GAVE_UP);
      try {
        await processAsset(services, order);
      } catch (error) {
        if (error instanceof AssetSwept) throw new RunLater(SWEEP_WAIT_MS, { cause: error });
        if (error instanceof StorageUnavailableError) throw new RunLater(STORAGE_WAIT_MS, { cause: error });
        if (error instanceof LeaseLost || job.signal.aborted || job.attempts < ATTEMPTS) throw error;
        await giveUpAsset(services, order, GAVE_UP);
      }
    },
  };
}

/** What is live shows an asset's new files in the next snapshot. */
function showLater(client: Queryable, { id, projectId }: AssetRecord, now: Date): Promise<boolean> {
  return rerenderLater(client, projectId, [id], { actor: SYSTEM, requestId: '' }, now);
}

function orderOf({ projectId, key, signal, done }: RunningJob) {
  if (projectId === null) throw new Error(`The job for ${key} names no project.`);
  return { projectId, assetId: key, signal, done };
}
