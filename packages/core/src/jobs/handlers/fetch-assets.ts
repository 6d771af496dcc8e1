import {
  FETCH_ASSET,
  type FetchingServices,
  fetchAsset,
  giveUpFetching,
  NothingFetched,
} from '../../media/fetching/fetch-asset.ts';
import { type JobHandler, LeaseLost, type RunningJob } from '../handler.ts';

const ATTEMPTS = 4;

/** Fetches files from addresses. An asset whose file can't be fetched ends as failed, and its job is done then. */
export function fetchAssets(services: FetchingServices): JobHandler {
  return {
    kind: FETCH_ASSET,
    lane: 'files',
    run: async (job) => {
      const order = orderOf(job);
      try {
        await fetchAsset(services, order);
      } catch (error) {
        const isOver = error instanceof NothingFetched || job.attempts >= ATTEMPTS;
        if (error instanceof LeaseLost || job.signal.aborted || !isOver) throw error;
        await giveUpFetching(services, order, { code: 'not_fetched', message: messageOf(error) });
      }
    },
  };
}

function orderOf({ projectId, key, payload, signal, done }: RunningJob) {
  if (projectId === null) throw new Error(`The job for ${key} names no project.`);
  return { projectId, assetId: key, url: String(payload), signal, done };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The file could not be fetched.';
}
