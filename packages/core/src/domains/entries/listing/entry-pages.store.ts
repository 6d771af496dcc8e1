import { ENTRY_ROW, entryColumns, type IncludedValues, includedBytes } from '../../../entries/entry.store.ts';
import { withinBudget } from '../../../platform/database/byte-budget.store.ts';
import { int, list, nullable, type RowOf, text } from '../../../platform/database/row.ts';
import { emptySql, joinSql, type Queryable, query, rowsOf, type Sql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from './entry-filters.store.ts';
import type { ListOrder, PageCursor, SortKey, Start } from './list-order.ts';

const PAGE_ROW = { ...ENTRY_ROW, page_size: int, sort_key: text };

/** An entry on a page, with its sort key. */
export type PageRow = RowOf<typeof PAGE_ROW>;

/** The filters that every index of entries supports, and the columns to read. */
export interface ListScope {
  readonly projectId: string;
  /** Null for all. */
  readonly collections: readonly string[] | null;
  /** Entries in one of these states. */
  readonly states: readonly ListedState[];
  readonly include: IncludedValues;
  /** The most rows. */
  readonly limit: number;
}

/** A state of an entry, as indexes of entries have it. */
export interface ListedState {
  readonly status: 'draft' | 'published' | 'trashed';
  readonly changed: boolean;
}

/** How many entries are read in order at a time. */
const WALK = 200;
/** If fewer of the first ones fit, the others aren't read. */
const SOME = 5;
const MOST_WALKS = 10;
/** How many entries are sorted at a time. */
export const MOST_SORTED = 1000;

/** Sort keys of entries `e`, and the type to which a cursor's string is cast. */
const SORT_KEYS: Readonly<Record<SortKey, { readonly key: Sql; readonly type: Sql }>> = {
  created: { key: sql`e.id`, type: sql`text` },
  updated: { key: sql`e.updated_at`, type: sql`timestamptz` },
  title: { key: sql`coalesce(e.title_key, lower(e.title)) COLLATE "C"`, type: sql`text` },
  position: { key: sql`e.position COLLATE "C"`, type: sql`text` },
  order: { key: sql`e.order_key COLLATE "C"`, type: sql`text` },
  trashed: { key: sql`e.trashed_at`, type: sql`timestamptz` },
};

/** The columns of a row by which it's sorted. */
interface Sorted {
  readonly id: Sql;
  readonly key: Sql;
}

const A: Sorted = { id: sql`a.id`, key: sql`a.key` };
const B: Sorted = { id: sql`b.id`, key: sql`b.key` };
const C: Sorted = { id: sql`c.id`, key: sql`c.key` };
const S: Sorted = { id: sql`s.id`, key: sql`s.key` };

/** A page in an order, without filters. */
export function loadPage(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  after: PageCursor | null,
): Promise<PageRow[]> {
  const limit = sql`LIMIT ${scope.limit}`;
  const page = sql`SELECT b.id, b.key FROM (${walkSql(scope, order, after, limit)}) b ORDER BY ${orderOf(B, order)} ${limit}`;
  return query(pool, sql`WITH page AS (${page}) ${withColumns(scope, order)}`, PAGE_ROW);
}

/**
 * The ids of a page in an order: reads the next entries and filters them, some at a time. For filters that many entries match.
 *
 * @param least the fewest that must match of the first ones; with fewer, the others aren't read
 * @returns null when too few of them match to fill the page, although more entries follow
 */
export async function findByWalk(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  after: Start | null,
  filters: readonly EntryFilter[],
  least = SOME,
): Promise<string[] | null> {
  const holds = joinSql(
    filters.map((filter) => filter.holds(sql`w.id`)),
    ' AND ',
  );
  const limit = sql`LIMIT ${WALK}`;
  const found: string[] = [];
  let start = after;
  for (let step = 1; step <= MOST_WALKS; step++) {
    const [walk] = await query(
      pool,
      sql`WITH w AS MATERIALIZED (
          SELECT b.id, b.key FROM (${walkSql(scope, order, start, limit)}) b ORDER BY ${orderOf(B, order)} ${limit}
        ) SELECT (SELECT ARRAY[w.id, w.key::text] FROM w OFFSET ${WALK - 1}) AS last,
          ARRAY(SELECT w.id FROM w WHERE ${holds} LIMIT ${scope.limit - found.length}) AS fits`,
      { last: nullable(list(text)), fits: list(text) },
    );
    found.push(...(walk?.fits ?? []));
    const [id, value] = walk?.last ?? [];
    if (found.length === scope.limit || id === undefined || value === undefined) return found;
    if (found.length < least) return null;
    start = { value, id };
  }
  return null;
}

/** A page in an order: collects all matches of the filters first. For matches that are far apart. */
export function loadPageByGathering(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  start: Start | null,
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  // OFFSET 0 and IS TRUE keep the planner from joining and sorting: reading stops when the page is full.
  const holds = joinSql(
    filters.map(({ matches }) => sql`(b.id IN (${matches})) IS TRUE`),
    ' AND ',
  );
  const page = sql`SELECT b.id, b.key FROM (
      SELECT * FROM (${walkSql(scope, order, start, sql`OFFSET 0`)}) a ORDER BY ${orderOf(A, order)} OFFSET 0
    ) b WHERE ${holds} LIMIT ${scope.limit}`;
  return query(pool, sql`WITH page AS MATERIALIZED (${page}) ${withColumns(scope, order)}`, PAGE_ROW);
}

/** A page in an order, of given entries. For filters that few entries match. */
export function loadPageOf(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  after: PageCursor | null,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  const { key } = SORT_KEYS[order.key];
  return query(
    pool,
    sql`WITH chosen AS MATERIALIZED (SELECT e.id, ${key} AS key ${choose(scope, entryIds, filters)}), page AS (
        SELECT c.id, c.key FROM chosen c ${after ? sql`WHERE ${isAfter(C, order, after)}` : emptySql}
        ORDER BY ${orderOf(C, order)} LIMIT ${scope.limit}
      ) ${withColumns(scope, order)}`,
    PAGE_ROW,
  );
}

/** How hits are ranked. */
interface Ranking {
  /** Text of a `tsquery`. */
  readonly query: string;
  /** The rank of entries that it doesn't find; null to leave them out. */
  readonly least: number | null;
}

/** A page of entries that a search found: the best hits first, and the newest first among equally good ones. */
export async function loadRankedPage(
  pool: Queryable,
  scope: ListScope,
  search: Ranking,
  after: PageCursor | null,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  if (entryIds.length <= MOST_SORTED) return rank(pool, scope, search, after, entryIds, filters);
  const best: PageRow[] = [];
  const bare = { ...scope, include: { draft: false, live: false } };
  for (let from = 0; from < entryIds.length; from += MOST_SORTED) {
    best.push(...(await rank(pool, bare, search, after, entryIds.slice(from, from + MOST_SORTED), filters)));
  }
  const byRank = (a: PageRow, b: PageRow): number =>
    Number(b.sort_key) - Number(a.sort_key) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
  const page = best.sort(byRank).slice(0, scope.limit);
  return query(
    pool,
    sql`WITH page AS (
        SELECT * FROM ${rowsOf('p', page, { id: ['text', ({ id }) => id], key: ['real', (row) => row.sort_key] })}
      ) ${withColumns(scope, BEST_FIRST)}`,
    PAGE_ROW,
  );
}

/** Ranks are sorted like times: in descending order, and by id when equal. */
const BEST_FIRST: ListOrder = { key: 'updated', descending: true };

function rank(
  pool: Queryable,
  scope: ListScope,
  { query: search, least }: Ranking,
  after: PageCursor | null,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  const beyond = after ? sql`AND (r.rank, c.id COLLATE "C") < (${after.value}::real, ${after.id})` : emptySql;
  return query(
    pool,
    sql`WITH chosen AS MATERIALIZED (SELECT e.id ${choose(scope, entryIds, filters)}), page AS (
        SELECT c.id, r.rank AS key FROM chosen c CROSS JOIN LATERAL (
          SELECT coalesce(max(ts_rank(d.search, ${search}::tsquery)), ${least}::real) AS rank FROM entry_drafts d
          WHERE d.entry_id = c.id AND (d.search @@ ${search}::tsquery) IS TRUE) r
        WHERE r.rank IS NOT NULL ${beyond}
        ORDER BY r.rank DESC, c.id COLLATE "C" DESC LIMIT ${scope.limit}
      ) ${withColumns(scope, BEST_FIRST)}`,
    PAGE_ROW,
  );
}

/** Query for entries in an order, with their sort keys, from one index for each state. */
function walkSql(scope: ListScope, order: ListOrder, start: Start | null, bound: Sql): Sql {
  const sorted: Sorted = { id: sql`e.id`, key: SORT_KEYS[order.key].key };
  const conditions = [sql`e.project_id = ${scope.projectId}`];
  conditions.push(...collectionsSql(scope.collections));
  if (start) conditions.push(isAfter(sorted, order, start));
  const walks = scope.states.map(
    ({ status, changed }) => sql`(SELECT e.id, ${sorted.key} AS key FROM entries e WHERE ${joinSql(conditions, ' AND ')}
      AND e.status = ${status} AND e.changed = ${changed} ORDER BY ${orderOf(sorted, order)} ${bound})`,
  );
  return joinSql(walks, ' UNION ALL ');
}

/** FROM and WHERE of a query for entries by their ids. */
function choose(scope: ListScope, entryIds: readonly string[], filters: readonly EntryFilter[]): Sql {
  const conditions = [
    sql`e.id = ANY(${entryIds}::text[])`,
    sql`e.project_id = ${scope.projectId}`,
    statesSql(scope.states),
    ...collectionsSql(scope.collections),
    ...filters.map((filter) => filter.holds(sql`e.id`)),
  ];
  return sql`FROM entries e WHERE ${joinSql(conditions, ' AND ')}`;
}

/** Condition on an entry `e`: in one of some collections; none when all will do. */
export function collectionsSql(collections: ListScope['collections']): Sql[] {
  if (collections === null) return [];
  // With one, an index by collection gives the order.
  const [only, ...others] = collections;
  return [others.length === 0 ? sql`e.collection_key = ${only ?? ''}` : sql`e.collection_key = ANY(${collections})`];
}

/** Condition on an entry `e`: in one of some states. */
export function statesSql(states: readonly ListedState[]): Sql {
  const each = states.map(({ status, changed }) => sql`(e.status = ${status} AND e.changed = ${changed})`);
  return sql`(${joinSql(each, ' OR ')})`;
}

/** Condition on a row: after a place in an order, or at it. */
function isAfter(row: Sorted, order: ListOrder, { value, id, inclusive = false }: Start): Sql {
  const beyond = order.descending ? (inclusive ? sql`<=` : sql`<`) : inclusive ? sql`>=` : sql`>`;
  if (order.key === 'created') return sql`${row.id} ${beyond} ${id}`;
  return sql`(${row.key}, ${row.id}) ${beyond} (${value}::${SORT_KEYS[order.key].type}, ${id})`;
}

function orderOf(row: Sorted, { key, descending }: ListOrder): Sql {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return key === 'created' ? sql`${row.id} ${direction}` : sql`${row.key} ${direction}, ${row.id} ${direction}`;
}

/** Query for all columns of the entries in `page`, as many as fit on a page. */
function withColumns({ include }: ListScope, order: ListOrder): Sql {
  const sized = sql`SELECT p.id, p.key, ${includedBytes(include)} AS bytes FROM page p JOIN entries e ON e.id = p.id`;
  return sql`SELECT s.key::text AS sort_key, s.page_size, ${entryColumns(include)}
    FROM (${withinBudget(sized, { order: orderOf(B, order), bytes: sql`b.bytes` })}) s JOIN entries e ON e.id = s.id
    ORDER BY ${orderOf(S, order)}`;
}
