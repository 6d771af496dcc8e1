import { vectorArray } from '../content/search-vector.ts';
import type { Actor } from '../platform/actor.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';
import { assetSearchVector } from './asset.store.ts';

/** An upload that isn't completed. */
export interface OpenUpload {
  readonly assetId: string;
  readonly projectId: string;
  readonly key: string;
  readonly contentType: string;
  readonly bytes: number;
  /** The storage's name for the upload in parts; null when the file is sent whole. */
  readonly multipartId: string | null;
}

interface UploadRow {
  asset_id: string;
  project_id: string;
  key: string;
  content_type: string;
  bytes: number;
  multipart_id: string | null;
}

const UPLOAD_COLUMNS: Sql = sql`u.asset_id, u.project_id, u.key, u.content_type, u.bytes::float8 AS bytes, u.multipart_id`;

function toOpenUpload(row: UploadRow): OpenUpload {
  return {
    assetId: row.asset_id,
    projectId: row.project_id,
    key: row.key,
    contentType: row.content_type,
    bytes: row.bytes,
    multipartId: row.multipart_id,
  };
}

/** The upload of an asset that isn't completed; null when there's none. */
export async function findUpload(client: Queryable, projectId: string, assetId: string): Promise<OpenUpload | null> {
  const [row] = await query<UploadRow>(
    client,
    sql`SELECT ${UPLOAD_COLUMNS} FROM asset_uploads u WHERE u.asset_id = ${assetId} AND u.project_id = ${projectId}`,
  );
  return row ? toOpenUpload(row) : null;
}

/** An asset that is declared, and the upload of its bytes. */
export interface DeclaredAsset {
  readonly upload: OpenUpload;
  readonly filename: string;
  readonly urlName: string;
  readonly folderId: string | null;
}

/** Writes assets of which nothing has arrived, and their uploads. */
export async function insertDeclared(
  client: Queryable,
  declared: readonly DeclaredAsset[],
  by: Actor,
  { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const uploads = declared.map(({ upload }) => upload);
  const vectors = declared.map(({ upload, filename }) => assetSearchVector({ ...upload, filename, altText: {} }));
  await execute(
    client,
    sql`WITH declared AS (
        SELECT * FROM unnest(${uploads.map(({ assetId }) => assetId)}::text[],
          ${uploads.map(({ projectId }) => projectId)}::text[], ${declared.map(({ folderId }) => folderId)}::text[],
          ${declared.map(({ filename }) => filename)}::text[], ${declared.map(({ urlName }) => urlName)}::text[],
          ${uploads.map(({ contentType }) => contentType)}::text[], ${uploads.map(({ bytes }) => bytes)}::bigint[],
          ${uploads.map(({ key }) => key)}::text[], ${uploads.map(({ multipartId }) => multipartId)}::text[],
          ${vectorArray(vectors)}::tsvector[])
          AS d(id, project_id, folder_id, filename, url_name, mime, bytes, key, multipart_id, search)
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

/** Ends an upload. @returns false when it isn't open any more */
export async function closeUpload(client: Queryable, { assetId, key }: OpenUpload): Promise<boolean> {
  const closed = await execute(client, sql`DELETE FROM asset_uploads WHERE asset_id = ${assetId} AND key = ${key}`);
  return closed === 1;
}

/** Gives an asset the file that was received for it, which is to be processed next. */
export async function giveFile(client: Queryable, assetId: string, sha256: string, now: Date): Promise<void> {
  await execute(
    client,
    sql`UPDATE assets SET stage = 'processing', sha256 = ${sha256}, due_at = ${now}, updated_at = ${now}
      WHERE id = ${assetId}`,
  );
}
