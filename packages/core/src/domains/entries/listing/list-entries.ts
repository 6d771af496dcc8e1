import { makeCursor, readTextsCursor } from '../../../api/cursor.ts';
import { toEntryRecord } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { translationSource } from '../../../entries/last-translation.store.ts';
import { cutPage } from '../../../platform/database/byte-budget.store.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { ProjectContext } from '../../context.ts';
import { liveValuesOf, shortFields, toEntryListItem, toEntryView } from '../entry-view.ts';
import { loadTranslationStates } from '../overview/translations.store.ts';
import { type EntryFilter, estimateHits, findFirstMatch, findMatches } from './entry-filters.store.ts';
import {
  findByWalk,
  type ListScope,
  loadPage,
  loadPageByGathering,
  loadPageOf,
  loadRankedPage,
  MOST_SORTED,
  type PageRow,
} from './entry-pages.store.ts';
import { isMarksFilter, togetherFilter } from './field-filters.store.ts';
import { sampleShares } from './filter-shares.store.ts';
import {
  type ListOrder,
  NEWEST_FIRST,
  type PageCursor,
  parseOrder,
  parsePageCursor,
  type Start,
} from './list-order.ts';
import type { EntryPage, ListEntriesInput } from './listing.schemas.ts';
import { type NarrowingSearch, narrowList } from './narrow-list.ts';
import type { ReferredEntry } from './referred-entries.store.ts';

/** From this estimate on, a search finds too much to rank, even if the estimate is ten times too high. */
const CERTAINLY_MANY = 10 * MOST_SORTED;
/** The most entries that are found by what they refer to, beside entries that have the words themselves. */
const MOST_REFERRING = 5 * MOST_SORTED;

/** Filters that cursors name only where they are given. */
const NARROWING = [
  ...(['filter', 'state', 'assignee', 'created_by', 'updated_by'] as const),
  ...(['due_by', 'due_from', 'translation'] as const),
];

/** A filter that more than this share of entries fits is wide: its matches are too many to look up. */
const WIDE = 0.3;
/** From this share on, a list is read further where none of the next entries fits. */
const MANY = 0.1;

/** Marks a cursor of a search for similar words. */
const GUESSED = '~';

/**
 * A page of entries in the requested order. The default is the best hits of a search first, unless it finds too much, or else the
 * newest entries first. If a search has no hits, it's repeated with similar words of titles.
 *
 * @throws ApiError `validation_failed` for a foreign cursor, and for a collection's order without a collection
 */
export async function listEntries(ctx: ProjectContext, input: ListEntriesInput): Promise<EntryPage> {
  const { collection = null, status = null, locale = null, sort = null, limit, include = [] } = input;
  const { refers_to: refersTo = null } = input;
  const search = input.search?.trim() || null;
  const filters = {
    project: ctx.project.id,
    collection,
    status,
    locale,
    search,
    ...(input.search_in === 'references' && { searchIn: input.search_in }),
    refersTo,
    sort,
    ...Object.fromEntries(NARROWING.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]]))),
  };
  const isShort = include.includes('short_values') && !include.includes('values');
  const needsSchema = isShort || sort?.endsWith('order') || include.includes('translations');
  const schema = needsSchema ? await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion) : null;
  const order = sort === null ? null : parseOrder(sort, input, schema);
  const [by = '', ...parts] = readTextsCursor(filters, input.cursor, 3) ?? [];
  const isGuessed = by.startsWith(GUESSED);
  const after = parts.length > 0 ? parsePageCursor([isGuessed ? by.slice(GUESSED.length) : by, ...parts], order) : null;
  const page = {
    include: { draft: isShort || include.includes('values'), live: include.includes('live_values') },
    limit: limit + 1,
  };
  const find = async (guess: boolean): Promise<SortedRows | null> => {
    const narrowed = await narrowList(ctx, input, guess);
    if (!narrowed) return null;
    const scope = { ...narrowed.scope, ...page };
    return findRows(ctx, { scope, after, filters: narrowed.filters }, order, narrowed.search);
  };
  const exact = isGuessed ? null : await find(false);
  const guessed = search !== null && (isGuessed || (!after && exact?.rows.length === 0)) ? await find(true) : null;
  const found = guessed ?? exact;
  if (!found) return { data: [], next_cursor: null };
  const { page: shown, hasMore } = cutPage(found.rows, limit);
  const last = shown.at(-1);
  const place = last && JSON.stringify([`${guessed ? GUESSED : ''}${found.by}`, last.sort_key, last.id]);
  const states = include.includes('translations')
    ? await loadTranslationStates(
        ctx.services.database.pool,
        shown.map(({ id }) => id),
        ctx.project.locales,
        translationSource(ctx.project.defaultLocale, schema),
      )
    : null;
  return {
    data: shown.map(toEntryRecord).map((entry) => ({
      ...(page.include.draft
        ? toEntryView(entry, isShort ? shortFields(schema, entry.collectionKey) : null)
        : toEntryListItem(entry)),
      ...(include.includes('live_values') && { live_values: liveValuesOf(entry) }),
      ...(states && (states.get(entry.id) ?? { translations: {}, outdated_fields: {} })),
      ...(search !== null &&
        input.search_in === 'references' && { found_by: mentioned(entry, found.referred, locale) }),
      ...(include.includes('position') && { position: entry.position }),
    })),
    next_cursor: hasMore && place ? makeCursor(filters, place) : null,
  };
}

/** Which of some entries the draft of another refers to in a locale, or in any for null. */
function mentioned(
  { draftMentions }: EntryRecord,
  entries: readonly ReferredEntry[],
  locale: string | null,
): ReferredEntry[] {
  const own = [...draftMentions].filter(([one]) => locale === null || one === locale);
  const ids = new Set(own.flatMap(([, { refersTo }]) => refersTo));
  return entries.filter(({ id }) => ids.has(id));
}

/** The rows of a page, their sort key, and the entries by which some of them were found. */
interface SortedRows {
  readonly rows: PageRow[];
  readonly by: PageCursor['by'];
  readonly referred: readonly ReferredEntry[];
}

interface ListQuery {
  readonly scope: ListScope;
  readonly after: PageCursor | null;
  readonly filters: readonly EntryFilter[];
}

/**
 * The rows of a page, and their sort key. Later pages use the sort key of the first one.
 *
 * @param asked the requested order, or null for the default
 */
async function findRows(
  { services }: ProjectContext,
  { scope, after, filters }: ListQuery,
  asked: ListOrder | null,
  found: NarrowingSearch | null,
): Promise<SortedRows> {
  const { pool } = services.database;
  const order = asked ?? NEWEST_FIRST;
  const referred = found?.referred ?? [];
  const sorted = (rows: PageRow[]) => ({ rows, by: order.key, referred });
  if (found && !asked && after?.by !== 'created') {
    // Pages after a ranked one are ranked too, even if the search finds more by then.
    const isTooMuch = !after && (await estimateHits(pool, found.query)) >= CERTAINLY_MANY;
    const own = isTooMuch ? null : await findMatches(pool, found.own, after ? null : MOST_SORTED);
    const others = own && found.referring ? await findMatches(pool, found.referring, MOST_REFERRING) : [];
    // Too many others are left out, or listed by time if nothing else is found.
    if (own && (others || own.length > 0)) {
      const ids = [...new Set([...own, ...(others ?? [])])];
      // Entries that only the titles of others find come last.
      const ranked = { query: found.query, least: others && others.length > 0 ? 0 : null };
      return { rows: await loadRankedPage(pool, scope, ranked, after, ids, filters), by: 'rank', referred };
    }
    return sorted(await findMany(pool, { scope, after, filters: [found, ...filters] }, order, found));
  }
  const all = found ? [found, ...filters] : filters;
  if (all.length === 0) return sorted(await loadPage(pool, scope, order, after));
  // For the default order, the search found too much to rank.
  return sorted(await findMany(pool, { scope, after, filters: all }, order, asked ? null : found));
}

/** A page in an order, with filters that match an unknown number of entries. `isMany` is a filter that matches many. */
async function findMany(
  pool: Queryable,
  { scope, after, filters }: ListQuery,
  order: ListOrder,
  isMany: EntryFilter | null,
): Promise<PageRow[]> {
  /** A page that a walk has found. If one of its entries has left it since, all is done in one statement, since others follow. */
  const loadFound = async (ids: readonly string[], start: Start | null): Promise<PageRow[]> => {
    const rows = await loadPageOf(pool, scope, order, after, ids, []);
    const isWhole = (rows[0]?.page_size ?? 0) === ids.length;
    return isWhole ? rows : loadPageByGathering(pool, scope, order, start, filters);
  };
  const lookUp = async (
    some: readonly EntryFilter[],
    together: readonly EntryFilter[] = [],
  ): Promise<PageRow[] | null> => {
    for (const filter of some) {
      const ids = await findMatches(pool, filter, MOST_SORTED);
      const others = filters.filter((one) => one !== filter && !together.includes(one));
      if (ids) return loadPageOf(pool, scope, order, after, ids, others);
    }
    return null;
  };
  const [quick, slow] = [false, true].map((isSlow) =>
    filters.filter((one) => one !== isMany && (one.isSlow ?? false) === isSlow),
  );
  const found = await lookUp(quick ?? []);
  if (found) return found;
  const near = await findByWalk(pool, scope, order, after, filters);
  if (near) return loadFound(near, after);
  const [ofAll = 0, ...ofEach] = (slow?.length ? await sampleShares(pool, scope, filters) : null) ?? [];
  // Of all entries many match: the first ones are probably near, although they aren't among the very next.
  const further = ofAll > MANY ? await findByWalk(pool, scope, order, after, filters, 0) : null;
  if (further) return loadFound(further, after);
  const narrow = filters.filter((one, at) => one !== isMany && !(one.isSlow && (ofEach[at] ?? 0) > WIDE));
  const marked = narrow.filter(isMarksFilter);
  const together = togetherFilter(marked);
  // Filters that find too much together do so alone.
  const others = narrow.filter((one) => one.isSlow && !(together && isMarksFilter(one)));
  const looked = (together && (await lookUp([together], marked))) ?? (await lookUp(others));
  if (looked) return looked;
  const [first] = filters;
  if (order.key !== 'created' || !first) return loadPageByGathering(pool, scope, order, after, filters);
  // All matches may be old entries. Start at the first one, since the others are probably near.
  const id = await findFirstMatch(pool, first, order.descending, after?.id ?? null);
  if (id === null) return [];
  const start = { value: '', id, inclusive: true };
  const behind = await findByWalk(pool, scope, order, start, filters);
  return behind ? loadFound(behind, start) : loadPageByGathering(pool, scope, order, start, filters);
}
