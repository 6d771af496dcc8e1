import { findCollection, type SchemaDocument } from '@stele/schema';
import { searchQuery, similarQuery, similarWords, wordPrefix } from '@stele/search';
import { isReadable } from '../../../access/permissions.ts';
import { sharedKeys } from '../../../content/draft-values.ts';
import { translationSource } from '../../../entries/last-translation.store.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { assertLocale, assertTranslated } from '../overview/assert-translated.ts';
import { TRANSLATION_FILTERS, type TranslationFilter } from '../overview/translation-state.ts';
import { translationFilter } from '../overview/translations.store.ts';
import {
  assigneeFilter,
  type CollectionState,
  dueFilter,
  settledFilter,
  stateFilter,
} from '../review/review-filters.store.ts';
import {
  authorFilter,
  type EntryFilter,
  findTitleWords,
  localeFilter,
  localeStatusFilter,
  referenceFilter,
  searchFilter,
} from './entry-filters.store.ts';
import type { ListedState, ListScope } from './entry-pages.store.ts';
import { anyFilter, everyFilter, marksFilter, referredFilter, valuesFilter } from './field-filters.store.ts';
import { type FieldFilters, isRange, parseFieldFilters } from './field-filters.ts';
import type { ListFilters } from './listing.schemas.ts';
import { findReferred, type ReferredEntry, referringFilter } from './referred-entries.store.ts';

const DRAFT: ListedState = { status: 'draft', changed: false };
const CHANGED: ListedState = { status: 'published', changed: true };
const UNCHANGED: ListedState = { status: 'published', changed: false };
const STATES: Readonly<Record<NonNullable<ListFilters['status']> | 'any', readonly ListedState[]>> = {
  draft: [DRAFT],
  changed: [CHANGED],
  published: [UNCHANGED, CHANGED],
  settled: [UNCHANGED],
  trashed: [{ status: 'trashed', changed: false }],
  any: [DRAFT, UNCHANGED, CHANGED],
};

/** The parsed filters of a list. */
export interface NarrowedList {
  readonly scope: Pick<ListScope, 'projectId' | 'collections' | 'states'>;
  readonly filters: readonly EntryFilter[];
  /** The search; null without one. */
  readonly search: NarrowingSearch | null;
}

/** A search of a list. */
export interface NarrowingSearch extends EntryFilter {
  /** The words that rank its hits, as the text of a `tsquery`. */
  readonly query: string;
  /** Entries that have the words themselves. */
  readonly own: EntryFilter;
  /** Entries that refer to others whose titles have the words; null when there are no such titles, or these don't count. */
  readonly referring: EntryFilter | null;
  /** The others. */
  readonly referred: readonly ReferredEntry[];
}

/**
 * Parses the filters of a list.
 *
 * @param guess whether to search for similar words in titles
 * @throws ApiError `validation_failed` as `parseFieldFilters` does
 * @returns null when nothing can be found: the search has no word, or no title has a similar one, or the collection may not be
 *   read
 */
export async function narrowList(
  ctx: ProjectContext,
  input: ListFilters,
  guess: boolean,
): Promise<NarrowedList | null> {
  const { collection = null, status = null, locale = null, refers_to: refersTo = null } = input;
  const { id: projectId, defaultLocale, schemaVersion } = ctx.project;
  const schema =
    input.filter || input.state || input.translation ? await ctx.services.schemas.load(projectId, schemaVersion) : null;
  const fields = parseFieldFilters(input.filter, collection, {
    schema,
    isReadable: (key) => isReadable(ctx.reads, key),
  });
  const byFields = fields ? fieldFilters({ projectId, schema, locale: locale ?? defaultLocale }, fields) : [];
  const inState = parseState(input, schema);
  const translated = parseTranslation(ctx, input.translation);
  const search = input.search?.trim() || null;
  const query =
    search === null ? null : await (guess ? guessQuery(ctx, search, locale) : searchQuery(projectId, search, locale));
  if (search !== null && query === null) return null;
  if (collection !== null && !isReadable(ctx.reads, collection)) return null;
  const isWide = search !== null && input.search_in === 'references' && !guess;
  const referred = isWide
    ? await findReferred(ctx, search, await ctx.services.schemas.load(projectId, schemaVersion), collection)
    : [];
  const idOf = (person: string): string => (person === 'me' ? ctx.actor.id : person);
  const ofLocale = locale === null || status === 'trashed' || status === 'settled' ? null : status;
  return {
    // An entry with a draft in one locale may be live in another.
    scope: {
      projectId,
      collections: collection === null ? ctx.reads : [collection],
      states: STATES[locale !== null && status === 'draft' ? 'any' : (status ?? 'any')],
    },
    // Counts look up the first one: the quickest.
    filters: [
      ...byFields.filter(({ isSlow }) => !isSlow),
      // A search in a locale already includes the locale.
      ...(locale === null || query !== null || ofLocale !== null ? [] : [localeFilter(projectId, locale)]),
      ...(locale !== null && ofLocale !== null ? [localeStatusFilter(projectId, locale, ofLocale)] : []),
      ...(refersTo === null ? [] : [referenceFilter(projectId, refersTo)]),
      ...(input.assignee === undefined ? [] : [assigneeFilter(projectId, idOf(input.assignee))]),
      ...(input.created_by === undefined ? [] : [authorFilter(projectId, 'created_by', idOf(input.created_by))]),
      ...(input.updated_by === undefined ? [] : [authorFilter(projectId, 'updated_by', idOf(input.updated_by))]),
      ...(input.due_by === undefined && input.due_from === undefined
        ? []
        : [dueFilter(projectId, input.due_from ?? null, input.due_by ?? null)]),
      ...(inState ? [stateFilter(projectId, inState)] : []),
      ...(status === 'settled' ? [settledFilter(projectId)] : []),
      ...(translated
        ? [translationFilter(projectId, translated.locale, translated.states, translationSource(defaultLocale, schema))]
        : []),
      ...byFields.filter(({ isSlow }) => isSlow),
    ],
    search: query === null ? null : searchOf(query, referred, locale),
  };
}

/** A search for entries with some words, and for those that refer to others which have them in their titles. */
function searchOf(query: string, referred: readonly ReferredEntry[], locale: string | null): NarrowingSearch {
  const own = searchFilter(query);
  if (referred.length === 0) return { query, own, referring: null, referred, ...own };
  const ids = referred.map(({ id }) => id);
  const referring = referringFilter(ids, locale);
  return { query, own, referring, referred, ...anyFilter([own, referring]) };
}

/** Filters by fields: those with an index first. */
function fieldFilters(
  within: { readonly projectId: string; readonly schema: SchemaDocument | null; readonly locale: string },
  { collection, marked, others, referred }: FieldFilters,
): EntryFilter[] {
  // Fields shared by all locales are in any of them.
  const shared = sharedKeys(findCollection(within.schema, collection));
  const localeOf = (key: string): string | null => (shared.has(key) ? null : within.locale);
  const locales = [null, within.locale];
  const inLocale = (locale: string | null) => ({ projectId: within.projectId, collection, locale });
  return [
    // Values of one locale are looked up together; ranges aren't, since a wide one takes longer than all others.
    ...locales.flatMap((locale) => {
      const own = marked.filter((one) => !isRange(one) && localeOf(one.key) === locale);
      return own.length > 0 ? [marksFilter(inLocale(locale), own)] : [];
    }),
    ...marked.filter(isRange).map((one) => marksFilter(inLocale(localeOf(one.key)), [one])),
    ...referred.map(({ key, filters }) => {
      const found = filters.map((one) =>
        everyFilter({ ...within, collection: one.collection }, fieldFilters(within, one)),
      );
      return referredFilter(inLocale(localeOf(key)), key, anyFilter(found));
    }),
    ...locales.flatMap((locale) => {
      const own = others.filter(({ key }) => localeOf(key) === locale);
      return own.length > 0 ? [valuesFilter(inLocale(locale), own)] : [];
    }),
  ];
}

/** The state that entries are to be in. @throws ApiError `validation_failed` for one that the collection's workflow doesn't have */
function parseState({ state, collection = '' }: ListFilters, schema: SchemaDocument | null): CollectionState | null {
  if (state === undefined) return null;
  const keys = findCollection(schema, collection)?.workflow?.states.map(({ key }) => key) ?? [];
  const [first] = keys;
  if (!keys.includes(state)) throw invalid(['state'], `Name a state of a collection's workflow, and the collection.`);
  return { collection, state, isFirst: state === first };
}

/** How a translation is to stand. @throws ApiError `validation_failed` for another locale or state */
function parseTranslation(
  ctx: ProjectContext,
  text: string | undefined,
): { readonly locale: string; readonly states: readonly TranslationFilter[] } | null {
  if (text === undefined) return null;
  const [locale = '', asked = '', ...more] = text.split(':');
  assertLocale(ctx, locale, ['translation']);
  const states = TRANSLATION_FILTERS.filter((state) => asked.split(',').includes(state));
  if (more.length > 0 || states.length === 0 || states.length < asked.split(',').length) {
    throw invalid(
      ['translation'],
      `Write LOCALE:STATE, such as ${locale}:missing. States: ${TRANSLATION_FILTERS.join(', ')}.`,
    );
  }
  // Texts that a machine translated stay marked when their locale becomes the default.
  if (states.some((state) => state !== 'unchecked')) assertTranslated(ctx, locale, ['translation']);
  return { locale, states };
}

/** A search for similar words; null when no word of a title is similar to one of the search. */
async function guessQuery({ project, services, reads }: ProjectContext, search: string, locale: string | null) {
  const similar = similarQuery(project.id, search, locale);
  if (similar === null) return null;
  const words = await findTitleWords(services.database.pool, similar, wordPrefix(project.id), reads);
  let isGuessed = false;
  const query = searchQuery(project.id, search, locale, ({ text, isLast }) => {
    const meant = similarWords(text, isLast, words);
    isGuessed ||= meant.length > 0;
    return meant;
  });
  return isGuessed ? query : null;
}
