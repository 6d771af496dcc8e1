import { int, list } from '../../../platform/database/row.ts';
import { joinSql, named, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from './entry-filters.store.ts';
import { collectionsSql, type ListScope, statesSql } from './entry-pages.store.ts';

const PAGES = 40;
const MOST_SAMPLED = 100;
/** Fewer entries say nothing of the others. */
const LEAST_SAMPLED = 25;

/** Which share of a list's entries fits, from 0 to 1. */
export interface FilterShares {
  readonly ofAll: number;
  /** By each filter alone, in their order. */
  readonly ofEach: readonly number[];
}

/**
 * Estimates how many entries of a list filters leave, from some of them all over the table.
 *
 * @returns null when these are too few, as in a small project among large ones
 */
export async function sampleShares(
  pool: Queryable,
  scope: ListScope,
  filters: readonly EntryFilter[],
): Promise<FilterShares | null> {
  const columns = filters.map((_, at) => named(`f${at}`));
  const conditions = [
    sql`e.project_id = ${scope.projectId}`,
    statesSql(scope.states),
    ...collectionsSql(scope.collections),
  ];
  const tested = filters.map((filter, at) => sql`${filter.holds(sql`s.id`)} IS TRUE AS ${columns[at]}`);
  const [row] = await query(
    pool,
    sql`SELECT count(*)::int AS read, count(*) FILTER (WHERE ${joinSql(columns, ' AND ')})::int AS fit,
        ARRAY[${joinSql(columns.map((column) => sql`count(*) FILTER (WHERE ${column})::int`))}] AS each
      FROM (SELECT ${joinSql(tested)} FROM (
        SELECT e.id FROM entries e TABLESAMPLE SYSTEM (
          (SELECT least(100, ${100 * PAGES}::real * current_setting('block_size')::int / greatest(pg_relation_size('entries'), 1)))
        ) REPEATABLE (1)
        WHERE ${joinSql(conditions, ' AND ')} ORDER BY hashtext(e.id) LIMIT ${MOST_SAMPLED}) s) t`,
    { read: int, fit: int, each: list(int) },
  );
  if (!row || row.read < LEAST_SAMPLED) return null;
  return { ofAll: row.fit / row.read, ofEach: row.each.map((fit) => fit / row.read) };
}
