import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { useOwnEntryId } from '../form/form-context.tsx';

export type EntryMatch = Outputs['entries']['list']['data'][number];

interface EntrySearch {
  /** Hits of each collection, in the order of the collections. */
  readonly groups: readonly (readonly EntryMatch[])[];
  /** The text that they fit. */
  readonly search: string;
  /** Whether they fit what's typed already. */
  readonly isSettled: boolean;
}

interface SearchOptions {
  readonly enabled?: boolean;
  /** How many of each collection. */
  readonly limit?: number;
}

/** Entries of some collections that a text finds while it's typed; without a text, the newest. None is offered to itself. */
export function useEntrySearch(
  collections: readonly string[],
  text: string,
  { enabled = true, limit = 20 }: SearchOptions = {},
): EntrySearch {
  const { project } = useProject();
  const trpc = useTRPC();
  const own = useOwnEntryId();
  const search = useDeferredValue(text.trim());
  const lists = useQueries({
    queries: collections.map((collection) =>
      trpc.entries.list.queryOptions(
        { projectId: project.id, collection, limit, ...(search && { search }) },
        { enabled, placeholderData: keepPreviousData },
      ),
    ),
  });
  return {
    groups: lists.map(({ data }) => data?.data.filter(({ id }) => id !== own) ?? []),
    search,
    isSettled: text.trim() === search && lists.every((list) => !list.isFetching && !list.isPlaceholderData),
  };
}
