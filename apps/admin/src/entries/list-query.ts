import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const STATUSES = ['draft', 'published', 'settled', 'changed', 'trashed'] as const;
export const SORTS = [
  '-created',
  'created',
  '-updated',
  'updated',
  'title',
  '-title',
  'position',
  'order',
  '-order',
] as const;

/** When what is to be done is due. */
export const DUE = ['overdue', 'week'] as const;

/** Ways to look at a collection besides the table. */
export const LIST_VIEWS = ['board', 'calendar'] as const;

const PARSERS = {
  collection: parseAsString,
  status: parseAsStringLiteral(STATUSES),
  locale: parseAsString,
  q: parseAsString.withDefault(''),
  filter: parseAsString,
  state: parseAsString,
  assignee: parseAsString,
  created_by: parseAsString,
  /** Who edited entries last. */
  updated_by: parseAsString,
  due: parseAsStringLiteral(DUE),
  /** `de:missing`: how the translation into a language stands. */
  translation: parseAsString,
  sort: parseAsStringLiteral(SORTS),
  columns: parseAsArrayOf(parseAsString),
  view: parseAsStringLiteral(LIST_VIEWS),
  /** The source of a calendar's days: `due`, or `field.` and a key. */
  by: parseAsString,
  /** The month of a calendar, such as `2026-11`; null for this one. */
  month: parseAsString,
};

/** The state of a list of entries, kept in the address, so that it can be shared and gone back to. */
export function useListQuery() {
  return useQueryStates(PARSERS);
}

/** The state of a list, as the address has it. */
export type ListQuery = ReturnType<typeof useListQuery>[0];

/** How many filters a list has, besides its search. */
export function filterCount(query: ListQuery): number {
  if (query.status === 'trashed') return query.locale === null ? 0 : 1;
  const ofCollection = query.collection === null ? [] : (query.filter?.split(',') ?? []);
  const status = query.status ?? (query.collection === null ? null : query.state);
  const people = [query.assignee, query.created_by, query.updated_by];
  return [status, ...people, query.due, query.locale, query.translation, ...ofCollection].filter(Boolean).length;
}
