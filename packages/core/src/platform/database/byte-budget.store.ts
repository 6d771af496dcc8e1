import { bigint, int } from './row.ts';
import { type Sql, sql } from './sql.ts';

/** The most bytes of JSON on a page of a list, unless its first item alone has more. */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** The most bytes of JSON in a batch of work on a whole project, unless its first item alone has more. */
export const BATCH_BYTES = 256 * 1024;

/** The columns that `withinBudget` adds to a page's. */
export const BUDGETED = { place: int, held: bigint, page_size: int };

/** A row of a page with a budget. */
export interface BudgetedRow {
  /** How many rows the page would have without a budget. */
  readonly page_size: number;
}

/** How a page is cut. */
export interface Budget {
  /** Order of the rows, each a row `b`. */
  readonly order: Sql;
  /** The number of bytes of a row `b`. */
  readonly bytes: Sql;
  readonly most?: number;
}

/**
 * Query for the first rows of a page that fit into a budget of bytes, but at least for one. The database sends no other rows.
 * Each row says how many rows the page has without the budget (`page_size`).
 *
 * @param page query for the page, with its own limit of rows
 */
export function withinBudget(page: Sql, { order, bytes, most = PAGE_BYTES }: Budget): Sql {
  return sql`SELECT * FROM (
      SELECT b.*, (row_number() OVER w)::int AS place, sum(${bytes}) OVER w AS held, (count(*) OVER ())::int AS page_size
      FROM (${page}) b WINDOW w AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
    ) budgeted WHERE place = 1 OR held <= ${most}`;
}

/** The rows of a page, and whether more follow. The query must have loaded up to one row more than `limit`. */
export function cutPage<Row extends BudgetedRow>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly hasMore: boolean } {
  const page = rows.slice(0, limit);
  return { page, hasMore: (rows[0]?.page_size ?? 0) > page.length };
}
