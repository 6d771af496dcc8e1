import type { CollectionDocument } from '@stele/schema';
import { useQuery } from '@tanstack/react-query';
import { authors } from '#messages/authors';
import { changes } from '#messages/changes';
import { entries } from '#messages/entries';
import { list } from '#messages/list';
import { review } from '#messages/review';
import { useTRPC } from '@/api/trpc.ts';
import { stateWords } from '@/entry/stage.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import type { ListQuery, useListQuery } from '../list-query.ts';
import { type Filter, type FilterWords, filtersOf } from './filters.ts';

/** A list that can be narrowed. */
export interface NarrowedList {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
}

/** The words in which filters are told, once they are loaded. */
export function filterWords(): FilterWords {
  return { list, authors, review, entries, changes, language: formats.language, state: stateWords };
}

/** The filters of a list, with what it is narrowed to. */
export function useFilters({ query, collection }: NarrowedList): readonly Filter[] {
  const { project, schema, user } = useProject();
  const trpc = useTRPC();
  const hasReview = Boolean((collection ?? schema?.collections.find(({ workflow }) => workflow))?.workflow);
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const others = (members.data?.data ?? []).filter(({ user_id: id }) => id !== user.id);
  return filtersOf(
    {
      query,
      collection,
      hasReview: hasReview || query.assignee !== null || query.due !== null,
      locales: [project.default_locale, ...project.locales.filter((one) => one !== project.default_locale)],
      me: user,
      others: others.map(({ user_id: id, name }) => ({ id, name })),
    },
    filterWords(),
  );
}
