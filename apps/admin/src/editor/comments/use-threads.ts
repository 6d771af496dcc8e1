import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { nextCursor, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** The threads of an entry, page by page; with `readsAll` to the end. */
export function useThreads(entryId: string, state: 'open' | 'resolved', readsAll: boolean) {
  const { project } = useProject();
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.comments.list.infiniteQueryOptions(
      { projectId: project.id, entryId, state, limit: 100 },
      { getNextPageParam: nextCursor },
    ),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (readsAll && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [readsAll, hasNextPage, isFetching, isError, fetchNextPage]);
  const threads = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { query, threads };
}
