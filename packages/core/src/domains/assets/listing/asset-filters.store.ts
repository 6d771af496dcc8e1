import { isUnused, usedAssets } from '../../../media/uses.store.ts';
import { type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';

/** Accepts some assets. */
export interface AssetFilter {
  /** Query for their ids, by an index; null when no index can find them. It may find ids of other projects too. */
  readonly matches: Sql | null;
  /** Condition on an asset `a`, for use while the index of the list's order is walked. */
  readonly holds: Sql;
}

/** Assets whose filename or alternative texts a full-text query finds. */
export function assetSearchFilter(search: string): AssetFilter {
  return {
    // A subquery hides the search from the planner: for words that it takes for common it would read the whole table.
    matches: sql`SELECT f.id FROM assets f WHERE f.search @@ (SELECT ${search}::tsquery)`,
    holds: sql`(a.search @@ ${search}::tsquery) IS TRUE`,
  };
}

/** Assets in a folder; null for those in no folder. */
export function folderFilter(projectId: string, folderId: string | null): AssetFilter {
  const inFolder = (column: Sql): Sql => (folderId === null ? sql`${column} IS NULL` : sql`${column} = ${folderId}`);
  return {
    matches: sql`SELECT f.id FROM assets f WHERE f.project_id = ${projectId} AND ${inFolder(sql`f.folder_id`)} ORDER BY f.id`,
    holds: sql`(${inFolder(sql`a.folder_id`)}) IS TRUE`,
  };
}

/** Assets of a media type: `image/png`, or of all that begin with `image/` when `image/*` is asked for. */
export function mimeFilter(projectId: string, mime: string): AssetFilter {
  const [type = '', subtype = ''] = mime.split('/');
  const is = (column: Sql): Sql =>
    subtype === '*' ? sql`split_part(${column}, '/', 1) = ${type}` : sql`${column} = ${mime}`;
  return {
    matches: sql`SELECT f.id FROM assets f WHERE f.project_id = ${projectId} AND ${is(sql`f.mime`)} ORDER BY f.id`,
    holds: sql`(${is(sql`a.mime`)}) IS TRUE`,
  };
}

/** Pictures that need an alternative text in a locale and have none. */
export function missingAltFilter(locale: string): AssetFilter {
  return {
    matches: null,
    holds: sql`(split_part(a.mime, '/', 1) = 'image' AND NOT a.decorative AND NOT jsonb_exists(a.alt_text, ${locale})) IS TRUE`,
  };
}

/** Assets that nothing uses. */
export function unusedFilter(projectId: string): AssetFilter {
  return {
    // Where most assets are used, collecting the used ones is cheaper than checking one after another.
    matches: sql`SELECT f.id FROM assets f LEFT JOIN (${usedAssets(projectId)}) u ON u.id = f.id
      WHERE f.project_id = ${projectId} AND u.id IS NULL`,
    holds: sql`(${isUnused(sql`${projectId}`, sql`a.id`)})`,
  };
}

/** Ids of the assets that a filter accepts; null when there are more than `most`, or no index can find them. */
export async function findMatchingAssets(
  pool: Queryable,
  { matches }: AssetFilter,
  most: number,
): Promise<string[] | null> {
  if (matches === null) return null;
  const rows = await query<{ id: string }>(pool, sql`SELECT m.id FROM (${matches}) m LIMIT ${most + 1}`);
  return rows.length > most ? null : rows.map(({ id }) => id);
}
