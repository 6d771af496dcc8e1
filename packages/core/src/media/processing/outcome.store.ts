import { vectorArray } from '@stele/search';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ASSET_COLUMNS, assetSearchVector, keepProject } from '../asset.store.ts';
import { ASSET_ROW, type AssetError, type AssetFile, type AssetRecord, type Replacement } from '../asset.ts';

/** An asset, locked until the transaction ends; null when it's gone. */
export async function lockAsset(
  client: Queryable,
  { id: assetId, projectId }: Pick<AssetRecord, 'id' | 'projectId'>,
): Promise<AssetRecord | null> {
  await keepProject(client, projectId);
  const [row] = await query(
    client,
    sql`SELECT ${ASSET_COLUMNS} FROM assets a WHERE a.id = ${assetId} FOR UPDATE`,
    ASSET_ROW,
  );
  return row ?? null;
}

/**
 * Writes a processed file and its renditions as the file of an asset, which must be locked.
 *
 * @param revision the asset's new revision
 */
export async function writeFile(
  client: Queryable,
  asset: Pick<AssetRecord, 'id' | 'projectId' | 'altText' | 'caption' | 'credit' | 'tags'>,
  file: AssetFile,
  revision: number,
  now: Date,
): Promise<void> {
  const { filename } = file;
  await execute(
    client,
    sql`UPDATE assets SET stage = 'ready', filename = ${filename}, url_name = ${file.urlName}, mime = ${file.mime},
        bytes = ${file.bytes}::bigint, sha256 = ${file.sha256}, kind = ${file.kind}, width = ${file.width}::int,
        height = ${file.height}::int, duration = ${file.duration}::float8, pages = ${file.pages}::int,
        focal_point = ${jsonOf(file.focalPoint)}::jsonb, crop = ${jsonOf(file.crop)}::jsonb,
        placeholder = ${file.placeholder}, dominant_color = ${file.dominantColor},
        renditions = ${jsonOf(file.renditions)}::jsonb, revision = ${revision}::int,
        rendered_revision = ${revision}::int, error = NULL, updated_at = ${now}, search = v.search
      FROM unnest(${vectorArray([assetSearchVector({ ...asset, filename })])}::tsvector[]) AS v(search)
      WHERE id = ${asset.id}`,
  );
}

/** Writes why an asset's file could not be processed. Earlier renditions are still served. */
export async function writeError(client: Queryable, assetId: string, error: AssetError, now: Date): Promise<void> {
  await execute(
    client,
    sql`UPDATE assets SET stage = CASE WHEN renditions IS NULL THEN 'failed' ELSE stage END,
        error = ${jsonOf(error)}::jsonb, rendered_revision = revision, updated_at = ${now}
      WHERE id = ${assetId}`,
  );
}

/** Writes the state of an asset's replacement; null removes it. */
export async function writeReplacement(
  client: Queryable,
  assetId: string,
  replacement: Replacement | null,
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE assets SET replacement = ${jsonOf(replacement)}::jsonb, updated_at = ${now} WHERE id = ${assetId}`,
  );
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}
