import { isUnused, usedAssets } from '../../../media/uses.store.ts';
import { text } from '../../../platform/database/row.ts';
import { type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';

/** A filter of assets. */
export interface AssetFilter {
  /** Query for the ids of matching assets, by an index; null without an index. It may also find ids of other projects. */
  readonly matches: Sql | null;
  /** Condition on an asset `a`, for reading the list in order. */
  readonly holds: Sql;
}

/** Assets whose filename or texts a full-text query finds. */
export function assetSearchFilter(search: string): AssetFilter {
  return {
    // A subquery hides the search from the planner. For words that it thinks frequent, it would read the whole table.
    matches: sql`SELECT f.id FROM assets f WHERE f.search @@ (SELECT ${search}::tsquery)`,
    holds: sql`(a.search @@ ${search}::tsquery) IS TRUE`,
  };
}

/** Assets that have a tag, given with the full-text query that finds it. */
export function tagFilter(tag: string, query: string): AssetFilter {
  return { ...assetSearchFilter(query), holds: sql`(a.tags @> ARRAY[${tag}::text]) IS TRUE` };
}

/** Assets in a folder; null for those in no folder. */
export function folderFilter(projectId: string, folderId: string | null): AssetFilter {
  const inFolder = (column: Sql): Sql => (folderId === null ? sql`${column} IS NULL` : sql`${column} = ${folderId}`);
  return {
    matches: sql`SELECT f.id FROM assets f WHERE f.project_id = ${projectId} AND ${inFolder(sql`f.folder_id`)} ORDER BY f.id`,
    holds: sql`(${inFolder(sql`a.folder_id`)}) IS TRUE`,
  };
}

/** Assets of a media type such as `image/png`; `image/*` for all types that begin with `image/`. */
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
  return { matches: null, holds: missingAltOf(sql`${locale}`) };
}

/** Condition: an asset `a` is a picture that needs an alternative text in a locale and has none. */
export function missingAltOf(locale: Sql): Sql {
  return sql`(split_part(a.mime, '/', 1) = 'image' AND NOT a.decorative AND NOT jsonb_exists(a.alt_text, ${locale})) IS TRUE`;
}

/** Assets that nothing uses. */
export function unusedFilter(projectId: string): AssetFilter {
  return {
    // If most assets are used, it's faster to collect all used ones than to check one after another.
    matches: sql`SELECT f.id FROM assets f LEFT JOIN (${usedAssets(projectId)}) u ON u.id = f.id
      WHERE f.project_id = ${projectId} AND u.id IS NULL`,
    holds: sql`(${isUnused(sql`${projectId}`, sql`a.id`)})`,
  };
}

/** Ids of the assets that match a filter; null when there are more than `most`, or without an index. */
export async function findMatchingAssets(
  pool: Queryable,
  { matches }: AssetFilter,
  most: number,
): Promise<string[] | null> {
  if (matches === null) return null;
  const rows = await query(pool, sql`SELECT m.id FROM (${matches}) m LIMIT ${most + 1}`, { id: text });
  return rows.length > most ? null : rows.map(({ id }) => id);
}
