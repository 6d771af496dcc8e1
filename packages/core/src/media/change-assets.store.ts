import { vectorArray } from '../content/search-vector.ts';
import { execute, type Queryable, sql } from '../platform/database/sql.ts';
import { assetSearchVector } from './asset.store.ts';
import type { AssetRecord } from './asset.ts';

/**
 * Writes what is said of assets, which must be locked. Those whose revision has changed are to be processed: the caller
 * asks for that.
 */
export async function writeAssets(client: Queryable, assets: readonly AssetRecord[], now: Date): Promise<void> {
  if (assets.length === 0) return;
  const rows = assets.map((asset) => ({
    id: asset.id,
    filename: asset.filename,
    folder_id: asset.folderId,
    alt_text: asset.altText,
    decorative: asset.decorative,
    focal_point: asset.focalPoint,
    crop: asset.crop,
    revision: asset.revision,
  }));
  const ids = assets.map(({ id }) => id);
  await execute(
    client,
    sql`UPDATE assets a SET filename = c.filename, folder_id = c.folder_id, alt_text = c.alt_text,
        decorative = c.decorative, focal_point = c.focal_point, search = v.search, updated_at = ${now}::timestamptz,
        crop = c.crop, revision = c.revision
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id text, filename text, folder_id text, alt_text jsonb,
          decorative boolean, focal_point jsonb, crop jsonb, revision int)
        JOIN unnest(${ids}::text[], ${vectorArray(assets.map(assetSearchVector))}::tsvector[]) AS v(id, search)
          ON v.id = c.id
      WHERE a.id = c.id`,
  );
}

/** Writes whether assets, which must be locked, are in the trash. */
export async function trashAssets(client: Queryable, assets: readonly AssetRecord[], now: Date): Promise<void> {
  if (assets.length === 0) return;
  await execute(
    client,
    sql`UPDATE assets a SET trashed_at = c.trashed_at, updated_at = ${now}::timestamptz
      FROM unnest(${assets.map(({ id }) => id)}::text[], ${assets.map(({ trashedAt }) => trashedAt)}::timestamptz[])
        AS c(id, trashed_at)
      WHERE a.id = c.id`,
  );
}
