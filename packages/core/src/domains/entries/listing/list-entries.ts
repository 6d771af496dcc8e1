import type { SchemaDocument } from '@stele/schema';
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

/** A search that is expected to find so many drafts finds too much to rank it, though the expectation be ten times too high. */
const CERTAINLY_MANY = 10 * MOST_SORTED;

const STATES: Readonly<Record<NonNullable<ListEntriesInput['status']> | 'any', readonly ListedState[]>> = {
  draft: [{ status: 'draft', changed: false }],
  changed: [{ status: 'published', changed: true }],
  published: [
    { status: 'published', changed: false },
    { status: 'published', changed: true },
  ],
  trashed: [{ status: 'trashed', changed: false }],
  any: [
    { status: 'draft', changed: false },
    { status: 'published', changed: false },
    { status: 'published', changed: true },
  ],
};

/**
 * A page of entries: in the order that was asked for, or else what a search finds best first, unless it finds very much,
 * or else the newest first.
 *
 * @throws ApiError `validation_failed` for a foreign cursor, and for the order of a collection that isn't named
 */
export async function listEntries(ctx: ProjectContext, input: ListEntriesInput): Promise<EntryPage> {
  const { collection = null, status = null, locale = null, sort = null, limit, include = [] } = input;
  const { refers_to: refersTo = null } = input;
  const search = input.search?.trim() || null;
  const isOfLocale = locale !== null && status !== null && status !== 'trashed';
  const filters = { project: ctx.project.id, collection, status, locale, search, refersTo, sort };
  const order = sort === null ? null : parseOrder(sort, collection, await schemaOf(ctx, sort));
  const parts = readTextsCursor(filters, input.cursor, 3);
  const query = search === null ? null : searchQuery(ctx.project.id, search, locale);
  if (search !== null && query === null) return { data: [], next_cursor: null };
  const { rows, by } = await findRows(ctx, {
    scope: {
      projectId: ctx.project.id,
      collection,
      // A draft in one locale may stand beside live values in another.
      states: STATES[locale !== null && status === 'draft' ? 'any' : (status ?? 'any')],
      include: { draft: include.includes('values'), live: include.includes('live_values') },
      limit: limit + 1,
    },
    order,
    after: parts && parsePlace(parts, order),
    search: query,
    filters: [
      // A search in a locale knows the locale itself: the words have to be there.
      ...(locale === null || query !== null || isOfLocale ? [] : [localeFilter(ctx.project.id, locale)]),
      ...(locale !== null && isOfLocale ? [localeStatusFilter(ctx.project.id, locale, status)] : []),
      ...(refersTo === null ? [] : [referenceFilter(ctx.project.id, refersTo)]),
    ],
  });
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

/** The active schema, where an order depends on it. */
function schemaOf(
  { services, project }: ProjectContext,
  sort: ListEntriesInput['sort'],
): Promise<SchemaDocument | null> {
  return sort === 'order' ? services.schemas.load(project.id, project.schemaVersion) : Promise.resolve(null);
}

interface ListQuery {
  readonly scope: ListScope;
  /** The one that was asked for. */
  readonly order: ListOrder | null;
  readonly after: Place | null;
  /** Text of a `tsquery`. */
  readonly search: string | null;
  readonly filters: readonly EntryFilter[];
}

/** The rows of a page, and what they're sorted by. Pages that follow stay with what the first one was sorted by. */
async function findRows(
  { services }: ProjectContext,
  { scope, order: asked, after, search, filters }: ListQuery,
): Promise<{ rows: PageRow[]; by: Place['by'] }> {
  const { pool } = services.database;
  const order = asked ?? NEWEST_FIRST;
  const sorted = (rows: PageRow[]) => ({ rows, by: order.key });
  const found = search === null ? null : searchFilter(search);
  if (search !== null && found && !asked && after?.by !== 'created') {
    // Pages behind a ranked one are ranked too, however much is found by then.
    const ids = after ? await findMatches(pool, found, null) : await findFewMatches(pool, search);
    if (ids) return { rows: await loadRankedPage(pool, scope, search, after, ids, filters), by: 'rank' };
    return sorted(await findMany(pool, { scope, order, after, filters: [found, ...filters], isMany: found }));
  }
  const all = found ? [found, ...filters] : filters;
  if (all.length === 0) return sorted(await loadPage(pool, scope, order, after));
  // Without an order that was asked for, the first page found too much to rank it.
  return sorted(await findMany(pool, { scope, order, after, filters: all, isMany: asked ? null : found }));
}

/** Ids of the entries that a search finds; null when it finds too much to rank it. */
async function findFewMatches(pool: Queryable, search: string): Promise<string[] | null> {
  if ((await estimateHits(pool, search)) >= CERTAINLY_MANY) return null;
  return findMatches(pool, searchFilter(search), MOST_SORTED);
}

/** A page in an order, through filters of which nobody knows how much they let through. */
async function findMany(
  pool: Queryable,
  {
    scope,
    order,
    after,
    filters,
    isMany,
  }: Pick<ListQuery, 'scope' | 'after' | 'filters'> & {
    readonly order: ListOrder;
    /** The one that is known to let much through. */
    readonly isMany: EntryFilter | null;
  },
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
  // What only old entries say begins far from the newest ones, and lies close together there.
  const id = await findFirstMatch(pool, first, order.descending, after?.id ?? null);
  if (id === null) return [];
  const start = { value: '', id, inclusive: true };
  const further = await loadPageByWalk(pool, scope, order, start, filters);
  return further ?? loadPageByGathering(pool, scope, order, start, filters);
}
