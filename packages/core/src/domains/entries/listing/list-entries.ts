import { makeCursor, readTextsCursor } from '../../../api/cursor.ts';
import { searchQuery } from '../../../content/search-terms.ts';
import { toEntryRecord } from '../../../entries/entry.store.ts';
import { cutPage } from '../../../platform/database/byte-budget.store.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryPage, ListEntriesInput } from '../entries.schemas.ts';
import { liveValuesOf, toEntryListItem, toEntryView } from '../entry-view.ts';
import {
  type EntryFilter,
  estimateHits,
  findFirstMatch,
  findMatches,
  localeFilter,
  localeStatusFilter,
  referenceFilter,
  searchFilter,
} from './entry-filters.store.ts';
import {
  type ListedState,
  type ListScope,
  loadPage,
  loadPageByGathering,
  loadPageByWalk,
  loadPageOf,
  loadRankedPage,
  MOST_SORTED,
  type PageRow,
} from './entry-pages.store.ts';
import { type ListOrder, NEWEST_FIRST, type Place, parseOrder, parsePlace } from './list-order.ts';

/** A search with this estimate finds too much to rank, even if the estimate is ten times too high. */
const CERTAINLY_MANY = 10 * MOST_SORTED;

const DRAFT: ListedState = { status: 'draft', changed: false };
const CHANGED: ListedState = { status: 'published', changed: true };
const UNCHANGED: ListedState = { status: 'published', changed: false };
const STATES: Readonly<Record<NonNullable<ListEntriesInput['status']> | 'any', readonly ListedState[]>> = {
  draft: [DRAFT],
  changed: [CHANGED],
  published: [UNCHANGED, CHANGED],
  trashed: [{ status: 'trashed', changed: false }],
  any: [DRAFT, UNCHANGED, CHANGED],
};

/**
 * A page of entries in the requested order. Without one, the best hits of a search come first, unless it finds too much; in
 * all other cases the newest entries.
 *
 * @throws ApiError `validation_failed` for a foreign cursor, and for a collection's order without a collection
 */
export async function listEntries(ctx: ProjectContext, input: ListEntriesInput): Promise<EntryPage> {
  const { collection = null, status = null, locale = null, sort = null, limit, include = [] } = input;
  const { refers_to: refersTo = null } = input;
  const search = input.search?.trim() || null;
  const isOfLocale = locale !== null && status !== null && status !== 'trashed';
  const filters = { project: ctx.project.id, collection, status, locale, search, refersTo, sort };
  const schema = sort === 'order' ? await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion) : null;
  const order = sort === null ? null : parseOrder(sort, collection, schema);
  const parts = readTextsCursor(filters, input.cursor, 3);
  const query = search === null ? null : searchQuery(ctx.project.id, search, locale);
  if (search !== null && query === null) return { data: [], next_cursor: null };
  const scope = {
    projectId: ctx.project.id,
    collection,
    // An entry with a draft in one locale may be live in another.
    states: STATES[locale !== null && status === 'draft' ? 'any' : (status ?? 'any')],
    include: { draft: include.includes('values'), live: include.includes('live_values') },
    limit: limit + 1,
  };
  const narrowed = [
    // A search in a locale includes the locale already.
    ...(locale === null || query !== null || isOfLocale ? [] : [localeFilter(ctx.project.id, locale)]),
    ...(locale !== null && isOfLocale ? [localeStatusFilter(ctx.project.id, locale, status)] : []),
    ...(refersTo === null ? [] : [referenceFilter(ctx.project.id, refersTo)]),
  ];
  const after = parts && parsePlace(parts, order);
  const { rows, by } = await findRows(ctx, { scope, after, filters: narrowed }, order, query);
  const { page, hasMore } = cutPage(rows, limit);
  const last = page.at(-1);
  return {
    data: page.map(toEntryRecord).map((entry) => ({
      ...(include.includes('values') ? toEntryView(entry) : toEntryListItem(entry)),
      ...(include.includes('live_values') && { live_values: liveValuesOf(entry) }),
    })),
    next_cursor: hasMore && last ? makeCursor(filters, JSON.stringify([by, last.sort_key, last.id])) : null,
  };
}

interface ListQuery {
  readonly scope: ListScope;
  readonly after: Place | null;
  readonly filters: readonly EntryFilter[];
}

/**
 * The rows of a page, and their sort key. Later pages use the sort key of the first one.
 *
 * @param asked the requested order, or null
 * @param search text of a `tsquery`
 */
async function findRows(
  { services }: ProjectContext,
  { scope, after, filters }: ListQuery,
  asked: ListOrder | null,
  search: string | null,
): Promise<{ rows: PageRow[]; by: Place['by'] }> {
  const { pool } = services.database;
  const order = asked ?? NEWEST_FIRST;
  const sorted = (rows: PageRow[]) => ({ rows, by: order.key });
  const found = search === null ? null : searchFilter(search);
  if (search !== null && found && !asked && after?.by !== 'created') {
    // Pages after a ranked one are ranked too, however much is found by then.
    const isTooMuch = !after && (await estimateHits(pool, search)) >= CERTAINLY_MANY;
    const ids = isTooMuch ? null : await findMatches(pool, found, after ? null : MOST_SORTED);
    if (ids) return { rows: await loadRankedPage(pool, scope, search, after, ids, filters), by: 'rank' };
    return sorted(await findMany(pool, { scope, after, filters: [found, ...filters] }, order, found));
  }
  const all = found ? [found, ...filters] : filters;
  if (all.length === 0) return sorted(await loadPage(pool, scope, order, after));
  // Without a requested order, the first page found too much to rank.
  return sorted(await findMany(pool, { scope, after, filters: all }, order, asked ? null : found));
}

/** A page in an order, with filters whose number of matches is unknown, apart from `isMany`, which matches many entries. */
async function findMany(
  pool: Queryable,
  { scope, after, filters }: ListQuery,
  order: ListOrder,
  isMany: EntryFilter | null,
): Promise<PageRow[]> {
  for (const filter of filters.filter((one) => one !== isMany)) {
    const ids = await findMatches(pool, filter, MOST_SORTED);
    const others = filters.filter((one) => one !== filter);
    if (ids) return loadPageOf(pool, scope, order, after, ids, others);
  }
  const walked = await loadPageByWalk(pool, scope, order, after, filters);
  if (walked) return walked;
  const [first] = filters;
  if (order.key !== 'created' || !first) return loadPageByGathering(pool, scope, order, after, filters);
  // Matches may all be old entries: start at the first one, where the others are near.
  const id = await findFirstMatch(pool, first, order.descending, after?.id ?? null);
  if (id === null) return [];
  const start = { value: '', id, inclusive: true };
  const further = await loadPageByWalk(pool, scope, order, start, filters);
  return further ?? loadPageByGathering(pool, scope, order, start, filters);
}
