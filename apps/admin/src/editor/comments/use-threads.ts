import { useEffect } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
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
  const input = { projectId: project.id, entryId, state, limit: 100 };
  const { query, rows: threads } = usePages(trpc.comments.list, input, options);
  const { enabled = true } = options;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (enabled && readsAll && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [enabled, readsAll, hasNextPage, isFetching, isError, fetchNextPage]);
  return { query, threads };
}

/** Whether all threads were read, and none are being read again. */
export function isReadToEnd({ isSuccess, isFetching, hasNextPage }: ReturnType<typeof useThreads>['query']): boolean {
  return isSuccess && !isFetching && !hasNextPage;
}
