import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Has queries read again. Queries that wait for their first answer are read once more after it: the answer may be older than
 * the reason to read.
 */
export async function readAgain(queryClient: QueryClient, filter: QueryFilters): Promise<void> {
  const isBegun = queryClient.getQueryCache().findAll({ ...filter, fetchStatus: 'fetching' });
  const first = isBegun.filter(({ state }) => state.data === undefined);
  await Promise.all([
    queryClient.invalidateQueries(filter),
    ...first.map(async (query) => {
      await query.fetch().catch(() => undefined);
      await queryClient.invalidateQueries({ ...filter, queryKey: query.queryKey, exact: true });
    }),
  ]);
}
