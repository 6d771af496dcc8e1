import type { Actor } from '../platform/actor.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { newId } from '../platform/ids.ts';
import type { AssetFile, AssetKind, Crop, FocalPoint, Renditions } from './asset.ts';

/** A file that an asset had before. */
export interface AssetVersion extends AssetFile {
  readonly id: string;
  readonly sha256: string;
  readonly replacedAt: Date;
  /** Who put another file in its place. */
  readonly replacedBy: Actor;
}

interface VersionRow {
  id: string;
  filename: string;
  url_name: string;
  mime: string;
  bytes: number;
  sha256: string;
  kind: AssetKind | null;
  width: number | null;
  height: number | null;
  duration: number | null;
  pages: number | null;
  focal_point: FocalPoint | null;
  crop: Crop | null;
  placeholder: string | null;
  dominant_color: string | null;
  renditions: Renditions | null;
  replaced_at: Date;
  replaced_by: Actor;
}

/** Columns that an asset and its versions have. */
const FILE_COLUMNS: Sql = sql`filename, url_name, mime, bytes, sha256, kind, width, height, duration, pages, focal_point, crop,
  placeholder, dominant_color, renditions`;
const VERSION_COLUMNS: Sql = sql`id, filename, url_name, mime, bytes::float8 AS bytes, sha256, kind, width, height, duration,
  pages, focal_point, crop, placeholder, dominant_color, renditions, replaced_at, replaced_by`;

/** Keeps the file that an asset has, before it gets another one. The asset must be locked. */
export async function keepVersion(client: Queryable, assetId: string, by: Actor, now: Date): Promise<void> {
  await execute(
    client,
    sql`INSERT INTO asset_versions (id, asset_id, project_id, ${FILE_COLUMNS}, replaced_at, replaced_by)
      SELECT ${newId('assetVersion')}, id, project_id, ${FILE_COLUMNS}, ${now}, ${JSON.stringify(by)}::jsonb
      FROM assets WHERE id = ${assetId} AND renditions IS NOT NULL`,
  );
}

/**
 * Earlier files of an asset, the one that was replaced last first.
 *
 * @param before the id of the version that the last page ended with
 */
export async function listVersionsOf(
  client: Queryable,
  projectId: string,
  assetId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<AssetVersion[]> {
  const rows = await query<VersionRow & Record<string, unknown>>(
    client,
    sql`SELECT ${VERSION_COLUMNS} FROM asset_versions
      WHERE asset_id = ${assetId} AND project_id = ${projectId} AND (${before}::text IS NULL OR id < ${before}) ORDER BY id DESC LIMIT ${limit}`,
  );
  return rows.map(toVersion);
}

/** Takes a version off the list, to be put back. @returns null when the asset has none of this id */
export async function takeVersion(
  client: Queryable,
  projectId: string,
  assetId: string,
  versionId: string,
): Promise<AssetVersion | null> {
  const [row] = await query<VersionRow & Record<string, unknown>>(
    client,
    sql`DELETE FROM asset_versions WHERE id = ${versionId} AND asset_id = ${assetId} AND project_id = ${projectId}
      RETURNING ${VERSION_COLUMNS}`,
  );
  return row ? toVersion(row) : null;
}

function toVersion(row: VersionRow): AssetVersion {
  return {
    id: row.id,
    filename: row.filename,
    urlName: row.url_name,
    mime: row.mime,
    bytes: row.bytes,
    sha256: row.sha256,
    kind: row.kind,
    width: row.width,
    height: row.height,
    duration: row.duration,
    pages: row.pages,
    focalPoint: row.focal_point,
    crop: row.crop,
    placeholder: row.placeholder,
    dominantColor: row.dominant_color,
    renditions: row.renditions,
    replacedAt: row.replaced_at,
    replacedBy: row.replaced_by,
  };
}
