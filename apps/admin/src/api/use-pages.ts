import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { nextCursor } from './trpc.ts';

interface Page<Row = unknown> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

/** An operation of the API that lists rows page by page, such as `trpc.entries.list`. */
interface PagedOperation<Input, Answer> {
  readonly '~types': { readonly input: Input; readonly output: Answer };
  infiniteQueryOptions(input: never, options: never): unknown;
}

type Options<Answer> = UseInfiniteQueryOptions<Answer, Error, InfiniteData<Answer>, QueryKey, string | undefined>;

/** A list as far as its pages were read. */
export interface Pages<Answer extends Page> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Answer>>;
  /** The rows of all pages; none before the first page was read. */
  readonly rows: Answer['data'][number][];
}

/** Reads a list page by page. */
export function usePages<Input, Answer extends Page>(
  operation: PagedOperation<Input, Answer>,
  input: NoInfer<Input>,
  options: Partial<Omit<Options<NoInfer<Answer>>, 'queryKey' | 'queryFn' | 'getNextPageParam'>> = {},
): Pages<Answer> {
  const all = { ...options, getNextPageParam: nextCursor };
  const query = useInfiniteQuery(operation.infiniteQueryOptions(input as never, all as never) as Options<Answer>);
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data]);
  return { query, rows };
}
