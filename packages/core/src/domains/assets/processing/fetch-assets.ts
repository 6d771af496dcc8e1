import { StorageUnavailableError } from '@stele/storage';
import { assetTask, type JobHandler, LeaseLost, RunLater } from '../../../jobs/handler.ts';
import {
  FETCH_ASSET,
  type FetchingServices,
  fetchAsset,
  giveUpFetching,
  NothingFetched,
} from '../../../media/fetching/fetch-asset.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';

/** The attempts take two minutes in all. */
const ATTEMPTS = 8;
/** How many times a URL may time out. */
const LATE_ATTEMPTS = 2;
/** How long to wait when storage is down, which isn't an error of the URL. */
const STORAGE_WAIT_MS = 30_000;

/** Fetches files from URLs. If a file can't be fetched, its asset fails and the job is done. */
export const fetchAssets: JobHandler<FetchingServices> = {
  kind: FETCH_ASSET,
  lane: 'fetch',
  run: async (job, services) => {
    const task = { ...assetTask(job), url: String(job.payload) };
    try {
      await fetchAsset(services, task);
    } catch (error) {
      if (error instanceof StorageUnavailableError) throw new RunLater(STORAGE_WAIT_MS, { cause: error });
      const isOver = error instanceof NothingFetched || job.attempts >= (isLate(error) ? LATE_ATTEMPTS : ATTEMPTS);
      if (error instanceof LeaseLost || job.signal.aborted || !isOver) throw error;
      await giveUpFetching(services, task, { code: 'not_fetched', message: messageOf(error) });
    }
  },
};

function isLate(error: unknown): boolean {
  return error instanceof OutgoingRequestError && error.fault === 'timed_out';
}

function messageOf(error: unknown): string {
  const isForPeople = error instanceof NothingFetched || error instanceof OutgoingRequestError;
  return isForPeople ? error.message : 'The file could not be fetched after several attempts.';
}
