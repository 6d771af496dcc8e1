import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import type { Asset } from './upload/upload-types.ts';

const STALE_MS = 60_000;
const LOOK_AGAIN_MS = 1_500;

/** Assets by their ids, each read on its own. One that is being processed is read again until it's done. */
export function useAssets(ids: readonly string[]): readonly UseQueryResult<Asset, unknown>[] {
  const { project } = useProject();
  const trpc = useTRPC();
  return useQueries({
    queries: ids.map((assetId) =>
      trpc.assets.get.queryOptions(
        { projectId: project.id, assetId },
        {
          staleTime: STALE_MS,
          refetchInterval: ({ state }) =>
            state.data && (state.data.processing || state.data.status === 'pending') ? LOOK_AGAIN_MS : false,
        },
      ),
    ),
  }) as readonly UseQueryResult<Asset, unknown>[];
}

/** One asset; nothing is read for null. */
export function useAsset(id: string | null): UseQueryResult<Asset, unknown> | null {
  return useAssets(id === null ? [] : [id])[0] ?? null;
}
