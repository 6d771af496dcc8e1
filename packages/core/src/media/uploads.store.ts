import { vectorArray } from '@stele/search';
import type { Actor } from '../platform/actor.ts';
import { bool, float, nullable, type RowOf, text } from '../platform/database/row.ts';
import { execute, type Queryable, query, rowsOf, type Sql, sql } from '../platform/database/sql.ts';
import { assetSearchVector } from './asset.store.ts';
import type { AssetRecord } from './asset.ts';
import { askForProcessing } from './processing/ask-for-processing.ts';
import { changeStorageUse } from './quota.store.ts';

/** How long an upload stays open. */
export const UPLOAD_OPEN_MS = 24 * 60 * 60 * 1000;

/** Types of the columns in `UPLOAD_COLUMNS`. */
export const OPEN_UPLOAD = {
  assetId: text,
  projectId: text,
  key: text,
  contentType: text,
  bytes: float,
  /** The storage's id of the multipart upload; null when the file is sent as a whole. */
  multipartId: nullable(text),
};

/** An upload that isn't completed yet. */
export type OpenUpload = RowOf<typeof OPEN_UPLOAD>;

/** Columns of an upload `u`, named as in `OpenUpload`. */
export const UPLOAD_COLUMNS: Sql = sql`u.asset_id AS "assetId", u.project_id AS "projectId", u.key,
  u.content_type AS "contentType", u.bytes::float8 AS bytes, u.multipart_id AS "multipartId"`;

/** The open upload of an asset, and whether its file is to replace another; null when there's none. */
export async function findUpload(
  client: Queryable,
  projectId: string,
  assetId: string,
): Promise<(OpenUpload & { readonly replaces: boolean }) | null> {
  const [row] = await query(
    client,
    sql`SELECT ${UPLOAD_COLUMNS}, a.replacement IS NOT NULL AS replaces FROM asset_uploads u
      JOIN assets a ON a.id = u.asset_id WHERE u.asset_id = ${assetId} AND u.project_id = ${projectId}`,
    { ...OPEN_UPLOAD, replaces: bool },
  );
  return row ?? null;
}

/** A declared asset, and the upload of its bytes. */
export interface DeclaredAsset {
  readonly upload: OpenUpload;
  readonly filename: string;
  readonly urlName: string;
  readonly folderId: string | null;
}

/** Writes declared assets and their uploads. */
export async function insertDeclared(
  client: Queryable,
  declared: readonly DeclaredAsset[],
  by: Actor,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const vectors = declared.map(({ upload, filename }) => assetSearchVector({ ...upload, filename }));
  await execute(
    client,
    sql`WITH declared AS (
        SELECT * FROM ${rowsOf('d', declared, {
          id: ['text', ({ upload }) => upload.assetId],
          project_id: ['text', ({ upload }) => upload.projectId],
          folder_id: ['text', ({ folderId }) => folderId],
          filename: ['text', ({ filename }) => filename],
          url_name: ['text', ({ urlName }) => urlName],
          mime: ['text', ({ upload }) => upload.contentType],
          bytes: ['bigint', ({ upload }) => upload.bytes],
          key: ['text', ({ upload }) => upload.key],
          multipart_id: ['text', ({ upload }) => upload.multipartId],
          search: sql`${vectorArray(vectors)}::tsvector[]`,
        })}
      ), written AS (
        INSERT INTO assets (id, project_id, folder_id, stage, filename, url_name, mime, bytes, search, created_at,
          created_by, updated_at)
        SELECT id, project_id, folder_id, 'pending', filename, url_name, mime, bytes, search, ${now}::timestamptz,
          ${JSON.stringify(by)}::jsonb, ${now}::timestamptz FROM declared
      )
      INSERT INTO asset_uploads (asset_id, project_id, key, content_type, bytes, multipart_id, created_at, expires_at)
      SELECT id, project_id, key, mime, bytes, multipart_id, ${now}::timestamptz, ${expiresAt}::timestamptz FROM declared`,
  );
}

/** Writes an asset whose file is to be fetched. */
export async function insertFetched(
  client: Queryable,
  asset: Pick<AssetRecord, 'id' | 'projectId' | 'folderId' | 'filename' | 'urlName' | 'mime'>,
  by: Actor,
  now: Date,
): Promise<void> {
  const { id, projectId, folderId, filename, urlName, mime } = asset;
  await execute(
    client,
    sql`INSERT INTO assets (id, project_id, folder_id, stage, filename, url_name, mime, bytes, search, created_at,
        created_by, updated_at)
      SELECT ${id}, ${projectId}, ${folderId}, 'pending', ${filename}, ${urlName}, ${mime}, 0, v.search, ${now}::timestamptz,
        ${JSON.stringify(by)}::jsonb, ${now}::timestamptz
      FROM unnest(${vectorArray([assetSearchVector({ projectId, filename })])}::tsvector[]) AS v(search)`,
  );
}

/** Writes the type and size of a fetched file. */
export async function describeFetched(
  client: Queryable,
  assetId: string,
  { mime, bytes }: Pick<AssetRecord, 'mime' | 'bytes'>,
): Promise<void> {
  await execute(client, sql`UPDATE assets SET mime = ${mime}, bytes = ${bytes}::bigint WHERE id = ${assetId}`);
}

/** Writes the upload of an asset's replacement. */
export async function insertUpload(
  client: Queryable,
  upload: OpenUpload,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { assetId, projectId, key, contentType, bytes, multipartId } = upload;
  await execute(
    client,
    sql`INSERT INTO asset_uploads (asset_id, project_id, key, content_type, bytes, multipart_id, created_at, expires_at)
      VALUES (${assetId}, ${projectId}, ${key}, ${contentType}, ${bytes}::bigint, ${multipartId}, ${now}, ${expiresAt})`,
  );
}

/** Ends an upload. @returns false when it's no longer open */
export async function closeUpload(client: Queryable, { assetId, key }: OpenUpload): Promise<boolean> {
  const closed = await execute(client, sql`DELETE FROM asset_uploads WHERE asset_id = ${assetId} AND key = ${key}`);
  return closed === 1;
}

/**
 * Ends the upload of an asset, which must be locked, and releases its reserved space.
 *
 * @returns the upload, which the caller must discard after the transaction; null when none was open
 */
export async function closeOpenUpload(
  client: Queryable,
  projectId: string,
  assetId: string,
): Promise<OpenUpload | null> {
  const upload = await findUpload(client, projectId, assetId);
  if (!upload || !(await closeUpload(client, upload))) return null;
  await changeStorageUse(client, projectId, { used: 0, reserved: -upload.bytes, assets: 0 });
  return upload;
}

/**
 * Gives an asset its received file, and schedules its processing.
 *
 * @returns the filename, and whether the file replaces an earlier one
 */
export async function giveFile(
  client: Queryable,
  { assetId, projectId }: Pick<OpenUpload, 'assetId' | 'projectId'>,
  sha256: string,
  now: Date,
): Promise<{ readonly filename: string; readonly replaces: boolean }> {
  const [row] = await query(
    client,
    sql`UPDATE assets SET updated_at = ${now},
        stage = CASE WHEN replacement IS NULL THEN 'processing' ELSE stage END,
        sha256 = CASE WHEN replacement IS NULL THEN ${sha256} ELSE sha256 END,
        replacement = replacement || jsonb_build_object('sha256', ${sha256}::text)
      WHERE id = ${assetId} RETURNING coalesce(replacement ->> 'filename', filename) AS filename, replacement IS NOT NULL AS replaces`,
    { filename: text, replaces: bool },
  );
  await askForProcessing(client, projectId, [assetId], now);
  return row ?? { filename: '', replaces: false };
}
