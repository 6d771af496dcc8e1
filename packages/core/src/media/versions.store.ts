import type { Actor } from '../platform/actor.ts';
import { json, type RowOf, text, timestamp } from '../platform/database/row.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { newId } from '../platform/ids.ts';
import { FILE_ROW } from './asset.ts';

const ASSET_VERSION = {
  ...FILE_ROW,
  id: text,
  sha256: text,
  replacedAt: timestamp,
  /** Who replaced the file. */
  replacedBy: json<Actor>(),
};

/** An earlier file of an asset. */
export type AssetVersion = RowOf<typeof ASSET_VERSION>;

/** Columns of both assets and versions. */
const FILE_COLUMNS: Sql = sql`filename, url_name, mime, bytes, sha256, kind, width, height, duration, pages, focal_point, crop,
  placeholder, dominant_color, renditions`;
/** Columns of a version, named as in `AssetVersion`. */
const VERSION_COLUMNS: Sql = sql`id, filename, url_name AS "urlName", mime, bytes::float8 AS bytes, sha256, kind, width,
  height, duration, pages, focal_point AS "focalPoint", crop, placeholder, dominant_color AS "dominantColor", renditions,
  replaced_at AS "replacedAt", replaced_by AS "replacedBy"`;

/** Keeps the current file of an asset as a version, before it's replaced. The asset must be locked. */
export async function keepVersion(client: Queryable, assetId: string, by: Actor, now: Date): Promise<void> {
  await execute(
    client,
    sql`INSERT INTO asset_versions (id, asset_id, project_id, ${FILE_COLUMNS}, replaced_at, replaced_by)
      SELECT ${newId('assetVersion')}, id, project_id, ${FILE_COLUMNS}, ${now}, ${JSON.stringify(by)}::jsonb
      FROM assets WHERE id = ${assetId} AND renditions IS NOT NULL`,
  );
}

/**
 * Earlier files of an asset, the most recently replaced first.
 *
 * @param before the last id of the previous page
 */
export async function listVersionsOf(
  client: Queryable,
  projectId: string,
  assetId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<AssetVersion[]> {
  return query(
    client,
    sql`SELECT ${VERSION_COLUMNS} FROM asset_versions
      WHERE asset_id = ${assetId} AND project_id = ${projectId} AND (${before}::text IS NULL OR id < ${before}) ORDER BY id DESC LIMIT ${limit}`,
    ASSET_VERSION,
  );
}

/** Removes a version, whose file becomes the asset's again. @returns null when the asset has no such version */
export async function takeVersion(
  client: Queryable,
  projectId: string,
  assetId: string,
  versionId: string,
): Promise<AssetVersion | null> {
  const [row] = await query(
    client,
    sql`DELETE FROM asset_versions WHERE id = ${versionId} AND asset_id = ${assetId} AND project_id = ${projectId}
      RETURNING ${VERSION_COLUMNS}`,
    ASSET_VERSION,
  );
  return row ?? null;
}
