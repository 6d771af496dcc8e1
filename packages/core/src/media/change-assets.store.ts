import { vectorArray } from '@stele/search';
import type { Actor } from '../platform/actor.ts';
import { execute, type Queryable, rowsOf, sql } from '../platform/database/sql.ts';
import { assetSearchVector } from './asset.store.ts';
import type { AssetRecord } from './asset.ts';

/**
 * Writes details of assets, which must be locked. The caller schedules the processing of those with a new revision.
 */
export async function writeAssets(client: Queryable, assets: readonly AssetRecord[], now: Date): Promise<void> {
  if (assets.length === 0) return;
  const rows = assets.map(({ id, filename, folderId, altText, decorative, ...rest }) => {
    const { caption, credit, rights, tags, focalPoint, crop, revision } = rest;
    return { id, filename, folderId, altText, decorative, caption, credit, rights, tags, focalPoint, crop, revision };
  });
  const ids = assets.map(({ id }) => id);
  await execute(
    client,
    sql`UPDATE assets a SET filename = c.filename, folder_id = c."folderId", alt_text = c."altText",
        decorative = c.decorative, caption = c.caption, credit = c.credit, rights = c.rights, tags = c.tags,
        focal_point = c."focalPoint", crop = c.crop, revision = c.revision, search = v.search,
        updated_at = ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id text, filename text, "folderId" text, "altText" jsonb,
          decorative boolean, caption jsonb, credit text, rights text, tags text[], "focalPoint" jsonb, crop jsonb, revision int)
        JOIN unnest(${ids}::text[], ${vectorArray(assets.map(assetSearchVector))}::tsvector[]) AS v(id, search)
          ON v.id = c.id
      WHERE a.id = c.id`,
  );
}

/** Writes a new asset with the file and details of another one, which must be locked. The caller schedules its processing. */
export async function insertCopy(
  client: Queryable,
  { id: originalId, crop, focalPoint }: AssetRecord,
  id: string,
  by: Actor,
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`INSERT INTO assets (id, project_id, folder_id, stage, filename, url_name, mime, bytes, sha256, alt_text, decorative,
        caption, credit, rights, tags, search, crop, focal_point, created_at, created_by, updated_at)
      SELECT ${id}, project_id, folder_id, 'processing', filename, url_name, mime, bytes, sha256, alt_text, decorative,
        caption, credit, rights, tags, search, ${crop && JSON.stringify(crop)}::jsonb, ${focalPoint && JSON.stringify(focalPoint)}::jsonb,
        ${now}::timestamptz, ${JSON.stringify(by)}::jsonb, ${now}::timestamptz
      FROM assets WHERE id = ${originalId}`,
  );
}

/** Writes whether assets, which must be locked, are in the trash. */
export async function trashAssets(client: Queryable, assets: readonly AssetRecord[], now: Date): Promise<void> {
  if (assets.length === 0) return;
  await execute(
    client,
    sql`UPDATE assets a SET trashed_at = c.trashed_at, updated_at = ${now}::timestamptz
      FROM ${rowsOf('c', assets, { id: ['text', ({ id }) => id], trashed_at: ['timestamptz', ({ trashedAt }) => trashedAt] })}
      WHERE a.id = c.id`,
  );
}
