import type { CollectionDocument, FieldDocument } from '@stele/schema';
import type { AuthorsWords } from '#messages/authors';
import type { ChangesWords } from '#messages/changes';
import type { EntriesWords } from '#messages/entries';
import type { ListWords } from '#messages/list';
import type { ReviewWords } from '#messages/review';
import { viewOf } from '@/field-types/views.ts';
import { DUE, type ListQuery } from '../list-query.ts';
import { type FilterCondition, filterText, operatorsOf, parseFilter } from './filter-text.ts';

/** Key of the filter by a field: this and the way to it. */
const FIELD = 'field.';

/** The values that filters set in the address of a list. */
type Narrowing = Partial<
  Pick<
    ListQuery,
    'status' | 'state' | 'assignee' | 'created_by' | 'updated_by' | 'due' | 'locale' | 'translation' | 'filter'
  >
>;

/** A value that a list can be narrowed to. */
export interface FilterValue {
  readonly label: string;
  /** The whole of the filter in words: `Status is Draft`. */
  readonly text: string;
  /** The values that it sets in the address; a condition on a field is one of several. */
  readonly sets: Narrowing | FilterCondition;
}

/** Something that a list can be narrowed by. */
export interface Filter {
  /** `status`, or `field.` and the key of a field. */
  readonly key: string;
  readonly label: string;
  /** None where they are typed or searched for. */
  readonly values: readonly FilterValue[];
  /** The active value; null when the filter isn't set, and for fields, which can have several conditions. */
  readonly now: FilterValue | null;
  readonly field: FieldDocument | null;
}

/** The page that the menu shows besides its filters: the values of one. */
export interface FilterPage {
  readonly key: string;
  /** The condition on a field that it changes. */
  readonly at?: number;
  /** Whether a field of what it refers to is asked about. */
  readonly isForm?: boolean;
}

/** The words in which filters are told. */
export interface FilterWords {
  readonly list: ListWords;
  readonly authors: AuthorsWords;
  readonly review: ReviewWords;
  readonly entries: EntriesWords;
  readonly changes: ChangesWords;
  readonly language: (code: string) => string;
  readonly state: (state: { readonly key: string; readonly label: string }) => string;
}

interface Filtered {
  readonly query: Omit<Narrowing, 'status'> & { readonly status?: ListQuery['status'] };
  readonly collection: CollectionDocument | null;
  /** Whether entries in the list are assigned and have a day when they are due. */
  readonly hasReview: boolean;
  /** The languages of the project, the default one first. */
  readonly locales: readonly string[];
  readonly me: { readonly id: string; readonly name: string };
  readonly others: readonly { readonly id: string; readonly name: string }[];
}

/** The filters of a list, with what it is narrowed to. */
export function filtersOf(list: Filtered, words: FilterWords): readonly Filter[] {
  const { query, collection } = list;
  if (query.status === 'trashed') return localeFilters(list, words);
  return [
    statusFilter(list, words),
    ...(list.hasReview ? reviewFilters(list, words) : []),
    ...localeFilters(list, words),
    ...authorFilters(list, words),
    ...(collection?.fields ?? [])
      .filter((field) => operatorsOf(field).length > 0)
      .map((field) => ({
        key: FIELD + field.key,
        label: field.label,
        values: fieldValues(field, field.key, field.label, words),
        now: null,
        field,
      })),
  ];
}

/** The way to a field that a filter is about: `author.country`; null for other filters. */
export function wayOf(key: string): string | null {
  return key.startsWith(FIELD) ? key.slice(FIELD.length) : null;
}

/** The key of the filter by a field. */
export function keyOfWay(way: string): string {
  return FIELD + way;
}

/** The values of a field that can be listed: its choices, if it has some, and whether it's filled in. */
export function fieldValues(
  field: FieldDocument,
  way: string,
  label: string,
  { list, changes }: FilterWords,
): readonly FilterValue[] {
  const choices = viewOf(field.type).choices?.(field, changes) ?? [];
  return [
    ...choices.map(([value, name]) => isValue(way, label, value, name, list)),
    ...(['filled', 'empty'] as const).map((operator) => ({
      label: list.operators[operator],
      text: `${label} ${list.operators[operator]}`,
      sets: { key: way, operator, value: '' },
    })),
  ];
}

/** The value of a field that is something. */
export function isValue(way: string, label: string, value: string, name: string, list: ListWords): FilterValue {
  return { label: name, text: `${label} ${list.operators.is} ${name}`, sets: { key: way, operator: 'is', value } };
}

/** Whether the values of a field are chosen from a list, or searched for, and not typed. */
export function isChosen({ type }: FieldDocument): boolean {
  const { choices, filterInput, operators } = viewOf(type);
  return Boolean(choices) || filterInput === 'entry' || operators === undefined;
}

/**
 * The address of a list that is narrowed to a value, as far as it changes.
 *
 * @param at which of the conditions it replaces; a new one if there's none
 */
export function narrowed(value: FilterValue, query: Pick<ListQuery, 'filter'>, at?: number): Narrowing {
  if (!('operator' in value.sets)) return value.sets;
  const conditions = parseFilter(query.filter);
  return { filter: filterText(conditions.toSpliced(at ?? conditions.length, 1, value.sets)) };
}

/** Something that the list is narrowed by. */
export interface Chip {
  /** The filter's. */
  readonly key: string;
  readonly label: string;
  /** Null for a condition on a field. */
  readonly text: string | null;
  readonly condition: FilterCondition | null;
  /** Which of the conditions it is. */
  readonly at?: number;
  /** The values that take it out of the address. */
  readonly clears: Narrowing;
}

/** All that a list is narrowed by. */
export function chipsOf(
  filters: readonly Filter[],
  query: Pick<ListQuery, 'filter' | 'status' | 'collection'>,
): readonly Chip[] {
  const plain = filters.flatMap(({ key, label, now }) =>
    now ? [{ key, label, text: now.text, condition: null, clears: cleared(now.sets as Narrowing) }] : [],
  );
  const conditions = query.status === 'trashed' || query.collection === null ? [] : parseFilter(query.filter);
  return [
    ...plain,
    ...conditions.map((condition, at) => ({
      key: FIELD + condition.key,
      label: filters.find(({ key }) => key === FIELD + condition.key)?.label ?? condition.key,
      text: null,
      condition,
      at,
      clears: { filter: filterText(conditions.toSpliced(at, 1)) },
    })),
  ];
}

function cleared(sets: Narrowing): Narrowing {
  return Object.fromEntries(Object.keys(sets).map((key) => [key, null]));
}

/** Narrows to entries of one status: the states of a workflow, and those that all entries have. */
function statusFilter({ query, collection }: Filtered, { list, entries, state: nameOf }: FilterWords): Filter {
  const { stage } = entries;
  const value = (label: string, status: ListQuery['status'], state: string | null): FilterValue => ({
    label,
    text: list.statusIs({ status: label }),
    sets: { status, state },
  });
  const states = collection?.workflow?.states ?? [];
  const [first, ...later] = states;
  const values = [
    value(first ? nameOf(first) : stage.draft, 'draft', first?.key ?? null),
    ...later.map((one) => value(nameOf(one), null, one.key)),
    value(stage.live, 'settled', null),
    value(stage.changed, 'changed', first?.key ?? null),
  ];
  const [status, state] = [query.status ?? null, query.state ?? null];
  const isNow = ({ sets }: FilterValue): boolean =>
    'status' in sets && (sets.status ?? null) === status && (sets.state ?? null) === state;
  // An address or a saved view may say something else.
  const others = { draft: stage.draft, published: entries.anyLive, settled: stage.live, changed: stage.changed };
  const known = states.find(({ key }) => key === state);
  const other = [
    ...(state ? [known ? nameOf(known) : state] : []),
    ...(status && status !== 'trashed' ? [others[status]] : []),
  ].join(', ');
  const isNarrowed = status !== null || state !== null;
  const now = values.find(isNow) ?? (isNarrowed ? value(other, status, state) : null);
  return { key: 'status', label: list.status, values, now, field: null };
}

/** Narrow to whom entries are assigned, and to when they are due. */
function reviewFilters(list: Filtered, words: FilterWords): readonly Filter[] {
  const { query } = list;
  const { review } = words;
  const days = DUE.map((due) => ({ label: review.dueBy[due], text: review.dueBy[due], sets: { due } }));
  return [
    personFilter(list, words, 'assignee', {
      label: review.assignedTo,
      mine: review.mine,
      named: review.assignedToName,
    }),
    {
      key: 'due',
      label: review.due,
      values: days,
      now: days.find(({ sets }) => sets.due === query.due) ?? null,
      field: null,
    },
  ];
}

/** Narrow to who created entries, and to who edited them last. */
function authorFilters(list: Filtered, words: FilterWords): readonly Filter[] {
  const t = words.authors;
  return [
    personFilter(list, words, 'created_by', { label: t.createdBy, mine: t.createdByMe, named: t.createdByName }),
    personFilter(list, words, 'updated_by', { label: t.editedBy, mine: t.editedByMe, named: t.editedByName }),
  ];
}

interface PersonWords {
  readonly label: string;
  readonly mine: string;
  readonly named: (words: { readonly name: string }) => string;
}

/** Narrows to one of the project's people. */
function personFilter(
  { query, me, others }: Filtered,
  { review }: FilterWords,
  key: 'assignee' | 'created_by' | 'updated_by',
  { label, mine, named }: PersonWords,
): Filter {
  const people: readonly FilterValue[] = [
    { label: review.me({ name: me.name }), text: mine, sets: { [key]: 'me' } },
    ...others.map(({ id, name }) => ({ label: name, text: named({ name }), sets: { [key]: id } })),
  ];
  const id = query[key] === me.id ? 'me' : query[key];
  // An address or a saved view may name someone who has left, or a token.
  const someone = { label, text: label, sets: { [key]: id ?? null } };
  const now = id ? (people.find(({ sets }) => key in sets && (sets as Narrowing)[key] === id) ?? someone) : null;
  return { key, label, values: people, now, field: null };
}

/** Narrow to entries in a language, and to those whose translation stands in some way. */
function localeFilters({ query, locales }: Filtered, { list, language }: FilterWords): readonly Filter[] {
  const languages = locales.map((locale) => ({
    label: language(locale),
    text: list.languageIs({ language: language(locale) }),
    sets: { locale },
  }));
  const translation = (locale: string, state: keyof ListWords['translations']) => {
    const label = list.translations[state]({ language: language(locale) });
    return { label, text: label, sets: { translation: `${locale}:${state}` } };
  };
  const states = ['missing', 'outdated', 'unchecked'] as const;
  const translations = locales.slice(1).flatMap((locale) => states.map((state) => translation(locale, state)));
  const [of = '', state = ''] = query.translation?.split(':') ?? [];
  const other = (sets: Narrowing, label: string): FilterValue => ({ label, text: label, sets });
  // An address or a saved view may say what is no longer there.
  const known = Object.hasOwn(list.translations, state)
    ? translation(of, state as keyof ListWords['translations'])
    : query.translation
      ? other({ translation: query.translation }, query.translation)
      : null;
  const filters = [
    {
      key: 'locale',
      label: list.language,
      values: languages,
      now:
        languages.find(({ sets }) => sets.locale === query.locale) ??
        (query.locale ? other({ locale: query.locale }, list.languageIs({ language: language(query.locale) })) : null),
      field: null,
    },
    { key: 'translation', label: list.translation, values: translations, now: known, field: null },
  ];
  if (query.status === 'trashed') return locales.length > 1 ? filters.slice(0, 1) : [];
  return filters.filter(({ now }) => now !== null || locales.length > 1);
}
