import { StorageUnavailableError } from '@stele/storage';
import { assetTask, type JobHandler, LeaseLost, RunLater } from '../../../jobs/handler.ts';
import { PROCESS_ASSET } from '../../../media/processing/ask-for-processing.ts';
import { AssetSwept, giveUpAsset, type ProcessingServices, processAsset } from './process-asset.ts';

const ATTEMPTS = 5;
/** How long to wait when storage is down, which isn't an error of the file. */
const STORAGE_WAIT_MS = 30_000;
/** How long to wait while files of the asset are removed. */
const SWEEP_WAIT_MS = 5_000;

const GAVE_UP = {
  code: 'processing_failed',
  message: 'The file could not be processed after several attempts. Save it in another format and try again.',
} as const;

/** Processes uploaded files. If a file fails several times, its asset fails and the job is done. */
export const processAssets: JobHandler<ProcessingServices> = {
  kind: PROCESS_ASSET,
  lane: 'process',
  run: async (job, services) => {
    const task = assetTask(job);
    // Earlier attempts ended without an outcome: the file may have crashed their processes.
    if (job.attempts > ATTEMPTS) return giveUpAsset(services, task, GAVE_UP);
    try {
      await processAsset(services, task);
    } catch (error) {
      if (error instanceof AssetSwept) throw new RunLater(SWEEP_WAIT_MS, { cause: error });
      if (error instanceof StorageUnavailableError) throw new RunLater(STORAGE_WAIT_MS, { cause: error });
      if (error instanceof LeaseLost || job.signal.aborted || job.attempts < ATTEMPTS) throw error;
      await giveUpAsset(services, task, GAVE_UP);
    }
  },
};
