import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { nextCursor, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** The threads of an entry, page by page; with `readsAll` to the end. */
export function useThreads(
  entryId: string,
  state: 'open' | 'resolved',
  readsAll: boolean,
  options: { readonly enabled?: boolean; readonly staleTime?: number } = {},
) {
  const { project } = useProject();
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.comments.list.infiniteQueryOptions(
      { projectId: project.id, entryId, state, limit: 100 },
      { ...options, getNextPageParam: nextCursor },
    ),
  );
  const { enabled = true } = options;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (enabled && readsAll && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [enabled, readsAll, hasNextPage, isFetching, isError, fetchNextPage]);
  const threads = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { query, threads };
}

/** Whether all threads were read, and none are being read again. */
export function isReadToEnd({ isSuccess, isFetching, hasNextPage }: ReturnType<typeof useThreads>['query']): boolean {
  return isSuccess && !isFetching && !hasNextPage;
}
