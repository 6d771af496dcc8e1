import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { nextCursor, useTRPC } from '@/api/trpc.ts';
import { listInput } from '@/entries/list-input.ts';
import { startInput } from '@/start/start-input.ts';

/** Prefetches the first data of the screen together with the project: one round trip instead of two. */
export function useFirstData(projectId: string, path: string): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const search = useSearchParams();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    const [section, id] = path.split('/');
    if (path === '') void queryClient.prefetchQuery(trpc.start.get.queryOptions(startInput(projectId)));
    if (section !== 'entries') return;
    if (id) {
      void queryClient.prefetchQuery(trpc.entries.get.queryOptions({ projectId, entryId: id, include: 'live_values' }));
    } else if (!search.get('view')) {
      void queryClient.prefetchInfiniteQuery(
        trpc.entries.list.infiniteQueryOptions(
          listInput(projectId, (name) => search.get(name)),
          { getNextPageParam: nextCursor },
        ),
      );
    }
  }, [projectId, path, search, trpc, queryClient]);
}
