import { int, list } from '../../../platform/database/row.ts';
import { emptySql, joinSql, named, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from './entry-filters.store.ts';
import { collectionsSql, type ListScope, statesSql } from './entry-pages.store.ts';

const PAGES = 40;
const MOST_SAMPLED = 100;
/** Fewer entries say nothing of the others. */
const LEAST_SAMPLED = 25;

/**
 * Estimates which shares of a list's entries fit filters, from 0 to 1: all of them, and each alone, in their order. Looks at some
 * entries all over the table.
 *
 * @returns null when these are too few, as in a small project among large ones
 */
export async function sampleShares(
  pool: Queryable,
  scope: ListScope,
  filters: readonly EntryFilter[],
): Promise<number[] | null> {
  const fits = filters.map((_, at) => named(`f${at}`));
  const counts = [joinSql(fits, ' AND '), ...fits].map((holds) => sql`count(*) FILTER (WHERE ${holds})::int`);
  const tested = filters.map((filter, at) => sql`${filter.holds(sql`s.id`)} IS TRUE AS ${fits[at]}`);
  const collections = collectionsSql(scope.collections).map((isOne) => sql`AND ${isOne}`);
  const [{ read = 0, fit = [] } = {}] = await query(
    pool,
    sql`SELECT count(*)::int AS read, ARRAY[${joinSql(counts)}] AS fit FROM (SELECT ${joinSql(tested)} FROM (
        SELECT e.id FROM entries e TABLESAMPLE SYSTEM (
          (SELECT least(100, ${100 * PAGES}::real * current_setting('block_size')::int / greatest(pg_relation_size('entries'), 1)))
        ) REPEATABLE (1) WHERE e.project_id = ${scope.projectId} AND ${statesSql(scope.states)} ${collections[0] ?? emptySql}
        ORDER BY hashtext(e.id) LIMIT ${MOST_SAMPLED}) s) t`,
    { read: int, fit: list(int) },
  );
  return read < LEAST_SAMPLED ? null : fit.map((count) => count / read);
}
