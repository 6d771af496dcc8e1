import { recordActions, systemRecord } from '../../platform/audit-records.store.ts';
import { bool, float, text } from '../../platform/database/row.ts';
import { execute, type Queryable, query, type Sql, sql } from '../../platform/database/sql.ts';
import { assetActions } from '../asset.names.ts';
import { ASSET_TRASH_RETENTION_MS, VERSION_RETENTION_MS } from '../asset.ts';
import { isUnused } from '../uses.store.ts';

function isDue(now: Date): Sql {
  return sql`a.trashed_at <= ${new Date(now.getTime() - ASSET_TRASH_RETENTION_MS)}::timestamptz`;
}

/** Unused assets that were in the trash for long enough, by id, after another one. */
export function findDueAssets(
  client: Queryable,
  now: Date,
  after: string,
  limit: number,
): Promise<{ id: string; projectId: string }[]> {
  return query(
    client,
    sql`SELECT a.id, a.project_id AS "projectId" FROM assets a WHERE ${isDue(now)} AND a.id > ${after}
      AND ${isUnused(sql`a.project_id`, sql`a.id`)} ORDER BY a.id LIMIT ${limit}`,
    { id: text, projectId: text },
  );
}

/** Removes unused assets that were in the trash for long enough, with their versions. @returns how many */
export async function deleteAssets(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
  now: Date,
): Promise<number> {
  const gone = await query(
    client,
    sql`DELETE FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds}) AND ${isDue(now)}
        AND ${isUnused(sql`a.project_id`, sql`a.id`)}
      RETURNING a.id, a.filename, a.sha256 IS NOT NULL AS counted, a.served_bytes::float8 AS served`,
    { id: text, filename: text, counted: bool, served: float },
  );
  if (gone.length === 0) return 0;
  await execute(
    client,
    sql`UPDATE project_storage SET asset_count = asset_count - ${gone.filter(({ counted }) => counted).length}::int,
        served_bytes = served_bytes - ${gone.reduce((sum, { served }) => sum + served, 0)}::bigint
      WHERE project_id = ${projectId}`,
  );
  const records = gone.map(({ id, filename }) =>
    systemRecord({ projectId, action: assetActions['asset.purge'], targetId: id, data: { filename }, at: now }),
  );
  await recordActions(client, records);
  return gone.length;
}

/** Removes earlier files of assets that were kept for long enough. @returns how many */
export function deleteOldVersions(client: Queryable, now: Date): Promise<number> {
  const before = new Date(now.getTime() - VERSION_RETENTION_MS);
  return execute(client, sql`DELETE FROM asset_versions WHERE replaced_at <= ${before}`);
}
