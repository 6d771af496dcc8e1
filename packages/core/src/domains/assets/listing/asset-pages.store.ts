import { ASSET_COLUMNS } from '../../../media/asset.store.ts';
import { ASSET_ROW } from '../../../media/asset.ts';
import { withinBudget } from '../../../platform/database/byte-budget.store.ts';
import { int, type RowOf, text } from '../../../platform/database/row.ts';
import { emptySql, joinSql, type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';
import type { AssetFilter } from './asset-filters.store.ts';
import type { AssetCursor, AssetListOrder, AssetSortKey } from './list-order.ts';

const ASSET_PAGE_ROW = { ...ASSET_ROW, page_size: int, sort_key: text };

/** An asset on a page, with its sort key. */
export type AssetPageRow = RowOf<typeof ASSET_PAGE_ROW>;

/** The filters that every index of assets supports. */
export interface AssetListScope {
  readonly projectId: string;
  /** Assets with one of these statuses. */
  readonly statuses: readonly string[];
  /** The most rows. */
  readonly limit: number;
}

/** How many assets are sorted at a time. */
export const MOST_ASSETS_SORTED = 1000;

/** Sort keys of assets `a`, and the type to which a cursor's string is cast. */
const SORT_KEYS: Readonly<Record<AssetSortKey, { readonly key: Sql; readonly type: Sql }>> = {
  created: { key: sql`a.id`, type: sql`text` },
  updated: { key: sql`a.updated_at`, type: sql`timestamptz` },
  filename: { key: sql`plain_letters(a.filename) COLLATE "C"`, type: sql`text` },
  bytes: { key: sql`a.bytes`, type: sql`bigint` },
};

/** The columns of a row by which it's sorted. */
interface Sorted {
  readonly id: Sql;
  readonly key: Sql;
}

/** The columns of a subquery `s`. */
const SORTED: Sorted = { id: sql`s.id`, key: sql`s.key` };

/** A page in an order: reads assets by the order's index, and filters them. */
export function loadAssetsByWalk(
  pool: Queryable,
  scope: AssetListScope,
  order: AssetListOrder,
  after: AssetCursor | null,
  filters: readonly AssetFilter[],
): Promise<AssetPageRow[]> {
  const sorted: Sorted = { id: sql`a.id`, key: SORT_KEYS[order.key].key };
  const further = after ? sql`AND ${behind(sorted, order, after)}` : emptySql;
  const walks = scope.statuses.map(
    (status) => sql`(SELECT a.id, ${sorted.key} AS key FROM assets a
      WHERE a.project_id = ${scope.projectId} AND a.status = ${status} ${further}
      ORDER BY ${orderOf(sorted, order)} OFFSET 0)`,
  );
  // OFFSET 0 keeps the planner from sorting all matches: it reads assets in order until the page is full.
  const holds =
    filters.length === 0 ? emptySql : sql`WHERE (SELECT ${allHold(filters)} FROM assets a WHERE a.id = b.id)`;
  const page = sql`SELECT b.id, b.key FROM (
      SELECT * FROM (${joinSql(walks, ' UNION ALL ')}) s ORDER BY ${orderOf(SORTED, order)} OFFSET 0
    ) b ${holds} LIMIT ${scope.limit}`;
  return query(pool, sql`WITH page AS MATERIALIZED (${page}) ${withColumns(order)}`, ASSET_PAGE_ROW);
}

/** A page in an order, of given assets. For filters that few assets match. */
export function loadAssetPageOf(
  pool: Queryable,
  scope: AssetListScope,
  order: AssetListOrder,
  after: AssetCursor | null,
  assetIds: readonly string[],
  filters: readonly AssetFilter[],
): Promise<AssetPageRow[]> {
  const { key } = SORT_KEYS[order.key];
  return query(
    pool,
    sql`WITH chosen AS MATERIALIZED (
        SELECT a.id, ${key} AS key FROM assets a WHERE a.id = ANY(${assetIds}::text[])
          AND a.project_id = ${scope.projectId} AND a.status = ANY(${scope.statuses}::text[]) AND ${allHold(filters)}
      ), page AS (
        SELECT s.id, s.key FROM chosen s ${after ? sql`WHERE ${behind(SORTED, order, after)}` : emptySql}
        ORDER BY ${orderOf(SORTED, order)} LIMIT ${scope.limit}
      ) ${withColumns(order)}`,
    ASSET_PAGE_ROW,
  );
}

function allHold(filters: readonly AssetFilter[]): Sql {
  return joinSql([sql`true`, ...filters.map(({ holds }) => holds)], ' AND ');
}

/** Condition: a row comes after a place in an order. */
function behind(row: Sorted, order: AssetListOrder, { value, id }: AssetCursor): Sql {
  const beyond = order.descending ? sql`<` : sql`>`;
  if (order.key === 'created') return sql`${row.id} ${beyond} ${id}`;
  return sql`(${row.key}, ${row.id}) ${beyond} (${value}::${SORT_KEYS[order.key].type}, ${id})`;
}

function orderOf(row: Sorted, { key, descending }: AssetListOrder): Sql {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return key === 'created' ? sql`${row.id} ${direction}` : sql`${row.key} ${direction}, ${row.id} ${direction}`;
}

/** Query for all columns of the assets in `page`, as many as fit on a page. */
function withColumns(order: AssetListOrder): Sql {
  const sized = sql`SELECT p.id, p.key,
    octet_length(concat(a.alt_text, a.caption, a.credit, a.rights, a.tags, a.renditions)) + 1000 AS bytes
    FROM page p JOIN assets a ON a.id = p.id`;
  return sql`SELECT s.key::text AS sort_key, s.page_size, ${ASSET_COLUMNS}
    FROM (${withinBudget(sized, { order: orderOf({ id: sql`b.id`, key: sql`b.key` }, order), bytes: sql`b.bytes` })}) s JOIN assets a ON a.id = s.id
    ORDER BY ${orderOf(SORTED, order)}`;
}
