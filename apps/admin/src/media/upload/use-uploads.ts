import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { UploadQueue, type UploadState } from './upload-queue.ts';
import { isOver, type UploadApi } from './upload-types.ts';

/** The queues of projects, so that an upload goes on while other screens are looked at. */
const queues = new Map<string, UploadQueue>();

/** The uploads of the open project. */
interface Uploads extends UploadState {
  readonly queue: UploadQueue;
}

/** The project's queue, for callers that only add files. */
export function useUploadQueue(): UploadQueue {
  const { project } = useProject();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const existing = queues.get(project.id);
    if (existing) return existing;
    const projectId = project.id;
    const api: UploadApi = {
      declare: async (file) => {
        const { uploads } = await client.assets.upload.mutate({ projectId, files: [file] });
        const [upload] = uploads;
        if (!upload) throw new Error('The API gave no address to upload to.');
        return upload;
      },
      replace: (assetId, file) => client.assets.replace.mutate({ projectId, assetId, ...file }),
      renew: (assetId) => client.assets.renewUploadUrls.mutate({ projectId, assetId }),
      complete: (assetId) => client.assets.complete.mutate({ projectId, assetId }),
      get: (assetId) => client.assets.get.query({ projectId, assetId }),
      discard: (assetId) => client.assets.delete.mutate({ projectId, assetId }),
    };
    const queue = new UploadQueue(projectId, api, () => {
      void queryClient.invalidateQueries(trpc.assets.pathFilter());
    });
    queues.set(projectId, queue);
    return queue;
  }, [project.id, client, trpc, queryClient]);
}

/** The project's uploads, as they are. Leaving the page asks first while some are under way. */
export function useUploads(): Uploads {
  const queue = useUploadQueue();
  const state = useSyncExternalStore(queue.subscribe, queue.getState, queue.getState);
  useEffect(() => {
    void queue.findInterrupted();
  }, [queue]);
  const isBusy = state.uploads.some((one) => !isOver(one) && one.stage !== 'processing');
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
  return { ...state, queue };
}
