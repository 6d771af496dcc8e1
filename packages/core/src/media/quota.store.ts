import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';

/** What a project's files take of its quota. */
export interface StorageUse {
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly assetCount: number;
}

/** What a project's files take of its quota now. */
export async function loadStorageUse(client: Queryable, projectId: string): Promise<StorageUse> {
  const [row] = await query<{ used: number; reserved: number; assets: number }>(
    client,
    sql`SELECT used_bytes::float8 AS used, reserved_bytes::float8 AS reserved, asset_count AS assets
      FROM project_storage WHERE project_id = ${projectId}`,
  );
  return { usedBytes: row?.used ?? 0, reservedBytes: row?.reserved ?? 0, assetCount: row?.assets ?? 0 };
}

/**
 * Reserves room for uploads. Of several at once none gets past the limit: the statement looks and counts in one.
 *
 * @param limit bytes that a project may use; null for any number
 * @returns false when there's no room; then nothing is reserved
 */
export async function reserveBytes(
  client: Queryable,
  projectId: string,
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const fits = (before: Sql): Sql =>
    sql`(${limit}::bigint IS NULL OR ${before} + ${bytes}::bigint <= ${limit}::bigint)`;
  const rows = await query(
    client,
    sql`INSERT INTO project_storage AS s (project_id, reserved_bytes)
      SELECT ${projectId}, ${bytes}::bigint
      WHERE EXISTS (SELECT FROM project_storage WHERE project_id = ${projectId}) OR ${fits(sql`0`)}
      ON CONFLICT (project_id) DO UPDATE SET reserved_bytes = s.reserved_bytes + excluded.reserved_bytes
        WHERE ${fits(sql`s.used_bytes + s.reserved_bytes`)}
      RETURNING s.project_id`,
  );
  return rows.length > 0;
}

/** A change of what a project's files take. */
export interface StorageChange {
  readonly used: number;
  readonly reserved: number;
  readonly assets: number;
}

/** Counts a change, in the transaction that makes it. */
export async function changeStorageUse(
  client: Queryable,
  projectId: string,
  { used, reserved, assets }: StorageChange,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE project_storage SET used_bytes = used_bytes + ${used}::bigint,
      reserved_bytes = reserved_bytes + ${reserved}::bigint, asset_count = asset_count + ${assets}::int
      WHERE project_id = ${projectId}`,
  );
}
