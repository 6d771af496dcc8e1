import { recordActions, systemRecord } from '../../platform/audit-records.store.ts';
import { text } from '../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { assetActions } from '../asset.names.ts';
import { lockAssets } from '../asset.store.ts';
import { OPEN_UPLOAD, type OpenUpload, UPLOAD_COLUMNS } from '../uploads.store.ts';

/** Assets whose uploads weren't completed in time. */
export async function findExpiredUploads(
  client: Queryable,
  now: Date,
  limit: number,
): Promise<{ projectId: string; assetId: string }[]> {
  return query(
    client,
    sql`SELECT project_id AS "projectId", asset_id AS "assetId" FROM asset_uploads WHERE expires_at <= ${now}
      ORDER BY project_id, asset_id LIMIT ${limit}`,
    { projectId: text, assetId: text },
  );
}

/**
 * Ends uploads that weren't completed in time: releases their reserved space, and removes assets that never had a file.
 * An asset that was to be replaced stays as it is.
 *
 * @param client in a transaction
 * @returns the uploads that were still open; some of their bytes may have arrived
 */
export async function endExpiredUploads(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
  now: Date,
): Promise<OpenUpload[]> {
  await lockAssets(client, projectId, assetIds);
  const ended = await query(
    client,
    sql`DELETE FROM asset_uploads u WHERE u.asset_id = ANY(${assetIds}) AND u.expires_at <= ${now}
      RETURNING ${UPLOAD_COLUMNS}`,
    OPEN_UPLOAD,
  );
  const ids = ended.map(({ assetId }) => assetId);
  await execute(
    client,
    sql`UPDATE project_storage SET reserved_bytes = reserved_bytes - ${ended.reduce((sum, { bytes }) => sum + bytes, 0)}::bigint
      WHERE project_id = ${projectId}`,
  );
  await execute(
    client,
    sql`UPDATE assets SET replacement = NULL WHERE id = ANY(${ids}) AND replacement->>'sha256' IS NULL`,
  );
  const gone = await query(
    client,
    sql`DELETE FROM assets WHERE id = ANY(${ids}) AND stage = 'pending' RETURNING id, filename`,
    { id: text, filename: text },
  );
  const records = gone.map(({ id, filename }) =>
    systemRecord({ projectId, action: assetActions['asset.give_up'], targetId: id, data: { filename }, at: now }),
  );
  await recordActions(client, records);
  return ended;
}

/** The given keys that have open uploads. */
export async function findOpenKeys(client: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const rows = await query(client, sql`SELECT key FROM asset_uploads WHERE key = ANY(${keys})`, { key: text });
  return new Set(rows.map(({ key }) => key));
}
