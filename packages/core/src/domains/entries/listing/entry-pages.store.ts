import { type EntryRow, entryColumns, type IncludedValues, includedBytes } from '../../../entries/entry.store.ts';
import { type BudgetedRow, withinBudget } from '../../../platform/database/byte-budget.ts';
import type { Queryable } from '../../../platform/database/in-transaction.ts';
import { SqlParameters } from '../../../platform/database/sql-parameters.ts';
import type { EntryFilter } from './entry-filters.store.ts';
import { type ListOrder, type Place, SORT_KEYS, type Start } from './list-order.ts';

/** An entry in a page, with what it's sorted by. */
export type PageRow = EntryRow & BudgetedRow & { readonly sort_key: string };

/** What entries are filtered by that every index on them knows, and what's read of them. */
export interface ListScope {
  readonly projectId: string;
  readonly collection: string | null;
  /** Any of these; together they tell all states apart. */
  readonly states: readonly EntryState[];
  readonly include: IncludedValues;
  /** Most rows. */
  readonly limit: number;
}

/** Where an entry stands, as the indexes of entries tell it. */
export interface EntryState {
  readonly status: 'draft' | 'published' | 'trashed';
  readonly changed: boolean;
}

/** So many entries are looked at one by one before all that a filter lets through are gathered. */
const WALK = 200;
/** So many entries are sorted at a time. */
export const MOST_SORTED = 1000;

/** A page in an order, of entries that nothing else filters. */
export function loadPage(pool: Queryable, scope: ListScope, order: ListOrder, after: Place | null): Promise<PageRow[]> {
  const parameters = new SqlParameters();
  const limit = `LIMIT ${parameters.add(scope.limit)}`;
  const page = `SELECT b.id, b.key FROM (${walk(parameters, scope, order, after, limit)}) b
    ORDER BY ${orderOf('b', order)} ${limit}`;
  return query(pool, `WITH page AS (${page}) ${withColumns(scope, order)}`, parameters);
}

/**
 * A page in an order, of what filters leave of the next entries: for filters that let much through.
 *
 * @returns null when these don't fill it, though others follow
 */
export async function loadPageByWalk(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  start: Start | null,
  filters: readonly EntryFilter[],
): Promise<PageRow[] | null> {
  const parameters = new SqlParameters();
  const holds = filters.map((filter) => filter.holds(parameters, 'w.id')).join(' AND ');
  const limit = `LIMIT ${WALK}`;
  const { rows } = await pool.query<{ walked: number; id: null } | (PageRow & { walked: number })>(
    `WITH walked AS MATERIALIZED (
       SELECT b.id, b.key FROM (${walk(parameters, scope, order, start, limit)}) b ORDER BY ${orderOf('b', order)} ${limit}
     ), page AS MATERIALIZED (
       SELECT w.id, w.key FROM walked w WHERE ${holds} LIMIT ${parameters.add(scope.limit)}
     )
     SELECT w.walked, found.* FROM (SELECT count(*)::int AS walked FROM walked) w
     LEFT JOIN (${withColumns(scope, order)}) found ON true`,
    parameters.values,
  );
  const found = rows.flatMap((row) => (row.id === null ? [] : [row]));
  const isWhole = found[0]?.page_size === scope.limit || (rows[0]?.walked ?? 0) < WALK;
  return isWhole ? found : null;
}

/** A page in an order, of what filters let through, which is gathered first: for what lies far apart. */
export function loadPageByGathering(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  start: Start | null,
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  const parameters = new SqlParameters();
  // OFFSET 0 and IS TRUE keep the planner from joining and sorting: the walk stops when the page is full.
  const holds = filters.map((filter) => `(b.id IN (${filter.matches(parameters)})) IS TRUE`).join(' AND ');
  const page = `SELECT b.id, b.key FROM (
      SELECT * FROM (${walk(parameters, scope, order, start, 'OFFSET 0')}) a ORDER BY ${orderOf('a', order)} OFFSET 0
    ) b WHERE ${holds} LIMIT ${parameters.add(scope.limit)}`;
  return query(pool, `WITH page AS MATERIALIZED (${page}) ${withColumns(scope, order)}`, parameters);
}

/** A page in an order, of some entries: for filters that let little through. */
export function loadPageOf(
  pool: Queryable,
  scope: ListScope,
  order: ListOrder,
  after: Place | null,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  const parameters = new SqlParameters();
  const chosen = choose(parameters, scope, entryIds, filters);
  const key = SORT_KEYS[order.key].sql;
  const page = `SELECT c.id, c.key FROM chosen c
    ${after ? `WHERE ${behind(parameters, 'c', 'c.key', order, after)}` : ''}
    ORDER BY ${orderOf('c', order)} LIMIT ${parameters.add(scope.limit)}`;
  const statement = `WITH chosen AS MATERIALIZED (SELECT e.id, ${key} AS key ${chosen}), page AS (${page})`;
  return query(pool, `${statement} ${withColumns(scope, order)}`, parameters);
}

/** A page of some entries that a search found, best ones first, of equal ones the newest first. */
export async function loadRankedPage(
  pool: Queryable,
  scope: ListScope,
  search: string,
  after: Place | null,
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
  const parameters = new SqlParameters();
  const ids = parameters.add(page.map(({ id }) => id));
  const keys = parameters.add(page.map((row) => row.sort_key));
  return query(
    pool,
    `WITH page AS (SELECT * FROM unnest(${ids}::text[], ${keys}::real[]) AS p(id, key)) ${withColumns(scope, BEST_FIRST)}`,
    parameters,
  );
}

/** Ranks are sorted as moments are: the greatest first, of equal ones the newest entry. */
const BEST_FIRST: ListOrder = { key: 'updated', descending: true };

function rank(
  pool: Queryable,
  scope: ListScope,
  search: string,
  after: Place | null,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): Promise<PageRow[]> {
  const parameters = new SqlParameters();
  const chosen = choose(parameters, scope, entryIds, filters);
  const tsquery = `${parameters.add(search)}::tsquery`;
  const beyond = after
    ? `AND (r.rank, c.id COLLATE "C") < (${parameters.add(after.value)}::real, ${parameters.add(after.id)})`
    : '';
  return query(
    pool,
    `WITH chosen AS MATERIALIZED (SELECT e.id ${chosen}), page AS (
       SELECT c.id, r.rank AS key FROM chosen c CROSS JOIN LATERAL (
         SELECT max(ts_rank(d.search, ${tsquery})) AS rank FROM entry_drafts d
         WHERE d.entry_id = c.id AND (d.search @@ ${tsquery}) IS TRUE) r
       WHERE r.rank IS NOT NULL ${beyond}
       ORDER BY r.rank DESC, c.id COLLATE "C" DESC LIMIT ${parameters.add(scope.limit)}
     ) ${withColumns(scope, BEST_FIRST)}`,
    parameters,
  );
}

/** Query for entries in an order, with what they're sorted by, along one index for each state. */
function walk(
  parameters: SqlParameters,
  scope: ListScope,
  order: ListOrder,
  start: Start | null,
  bound: string,
): string {
  const { sql } = SORT_KEYS[order.key];
  const conditions = [`e.project_id = ${parameters.add(scope.projectId)}`];
  if (scope.collection !== null) conditions.push(`e.collection_key = ${parameters.add(scope.collection)}`);
  if (start) conditions.push(behind(parameters, 'e', sql, order, start));
  const direction = order.descending ? 'DESC' : 'ASC';
  const sorted = order.key === 'created' ? `e.id ${direction}` : `${sql} ${direction}, e.id ${direction}`;
  return scope.states
    .map(
      ({ status, changed }) => `(SELECT e.id, ${sql} AS key FROM entries e WHERE ${conditions.join(' AND ')}
        AND e.status = '${status}' AND e.changed = ${changed} ORDER BY ${sorted} ${bound})`,
    )
    .join(' UNION ALL ');
}

/** The rest of a query for some entries by their ids, from FROM on. */
function choose(
  parameters: SqlParameters,
  scope: ListScope,
  entryIds: readonly string[],
  filters: readonly EntryFilter[],
): string {
  const states = scope.states.map(({ status, changed }) => `(e.status = '${status}' AND e.changed = ${changed})`);
  const conditions = [
    `e.id = ANY(${parameters.add(entryIds)}::text[])`,
    `e.project_id = ${parameters.add(scope.projectId)}`,
    `(${states.join(' OR ')})`,
    ...(scope.collection === null ? [] : [`e.collection_key = ${parameters.add(scope.collection)}`]),
    ...filters.map((filter) => filter.holds(parameters, 'e.id')),
  ];
  return `FROM entries e WHERE ${conditions.join(' AND ')}`;
}

/** Condition on a row: behind a place in an order, or at it. */
function behind(
  parameters: SqlParameters,
  row: string,
  key: string,
  order: ListOrder,
  { value, id, inclusive = false }: Start,
): string {
  const beyond = `${order.descending ? '<' : '>'}${inclusive ? '=' : ''}`;
  if (order.key === 'created') return `${row}.id ${beyond} ${parameters.add(id)}`;
  const { type } = SORT_KEYS[order.key];
  return `(${key}, ${row}.id) ${beyond} (${parameters.add(value)}::${type}, ${parameters.add(id)})`;
}

function orderOf(row: string, { key, descending }: ListOrder): string {
  const direction = descending ? 'DESC' : 'ASC';
  return key === 'created' ? `${row}.id ${direction}` : `${row}.key ${direction}, ${row}.id ${direction}`;
}

/** Query for the entries of `page` as they're shown, as many as a page may hold. */
function withColumns({ include }: ListScope, order: ListOrder): string {
  const sized = `SELECT p.id, p.key, ${includedBytes(include)} AS bytes FROM page p JOIN entries e ON e.id = p.id`;
  return `SELECT s.key::text AS sort_key, s.page_size, ${entryColumns(include)}
    FROM (${withinBudget(sized, { order: orderOf('b', order), bytes: 'b.bytes' })}) s JOIN entries e ON e.id = s.id
    ORDER BY ${orderOf('s', order)}`;
}

async function query(pool: Queryable, sql: string, parameters: SqlParameters): Promise<PageRow[]> {
  const { rows } = await pool.query<PageRow>(sql, parameters.values);
  return rows;
}
