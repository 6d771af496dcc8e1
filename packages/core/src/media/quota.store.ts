import { float, int, nullable, type RowOf } from '../platform/database/row.ts';
import { execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';

const STORAGE_USE = {
  /** Bytes of originals. */
  usedBytes: float,
  /** Bytes of served files. */
  servedBytes: float,
  reservedBytes: float,
  assetCount: int,
};

/** How much of its quota a project uses. */
export type StorageUse = RowOf<typeof STORAGE_USE>;

const UNUSED: StorageUse = { usedBytes: 0, servedBytes: 0, reservedBytes: 0, assetCount: 0 };

/** Loads how much of its quota a project uses. */
export async function loadStorageUse(client: Queryable, projectId: string): Promise<StorageUse> {
  const [row] = await query(
    client,
    sql`SELECT used_bytes::float8 AS "usedBytes", served_bytes::float8 AS "servedBytes",
        reserved_bytes::float8 AS "reservedBytes", asset_count AS "assetCount"
      FROM project_storage WHERE project_id = ${projectId}`,
    STORAGE_USE,
  );
  return row ?? UNUSED;
}

/** The bytes that count towards the quota. */
export function takenBytes({ usedBytes, servedBytes, reservedBytes }: StorageUse): number {
  return usedBytes + servedBytes + reservedBytes;
}

/** The bytes that a project may use: its own quota, or else the instance's; null for no limit. */
const mostBytes = (projectId: string, instance: number | null): Sql =>
  sql`(SELECT CASE WHEN quotas ? 'bytes' THEN (quotas->>'bytes')::bigint ELSE ${instance}::bigint END
    FROM projects WHERE id = ${projectId})`;

/** Loads how many bytes a project may use; null for no limit. @param instance the limit of projects without their own */
export async function loadByteQuota(
  client: Queryable,
  projectId: string,
  instance: number | null,
): Promise<number | null> {
  const [row] = await query(client, sql`SELECT ${mostBytes(projectId, instance)}::float8 AS most`, {
    most: nullable(float),
  });
  return row ? row.most : instance;
}

/**
 * Reserves space for uploads. One statement checks and counts, so concurrent calls can't exceed the limit.
 *
 * @param limit bytes that a project without a quota of its own may use; null for no limit
 * @returns false when there isn't enough space; then nothing is reserved
 */
export async function reserveBytes(
  client: Queryable,
  projectId: string,
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const fits = (before: Sql): Sql =>
    sql`coalesce(${before} + ${bytes}::bigint <= ${mostBytes(projectId, limit)}, true)`;
  const reserved = await execute(
    client,
    sql`INSERT INTO project_storage AS s (project_id, reserved_bytes)
      SELECT ${projectId}, ${bytes}::bigint
      WHERE EXISTS (SELECT FROM project_storage WHERE project_id = ${projectId}) OR ${fits(sql`0`)}
      ON CONFLICT (project_id) DO UPDATE SET reserved_bytes = s.reserved_bytes + excluded.reserved_bytes
        WHERE ${fits(sql`s.used_bytes + s.served_bytes + s.reserved_bytes`)}`,
  );
  return reserved > 0;
}

/** Counts a change of a project's storage use, in the transaction that makes it. */
export async function changeStorageUse(
  client: Queryable,
  projectId: string,
  { used, reserved, assets }: { readonly used: number; readonly reserved: number; readonly assets: number },
): Promise<void> {
  await execute(
    client,
    sql`UPDATE project_storage SET used_bytes = used_bytes + ${used}::bigint,
      reserved_bytes = reserved_bytes + ${reserved}::bigint, asset_count = asset_count + ${assets}::int
      WHERE project_id = ${projectId}`,
  );
}

/**
 * Counts files of an asset before they're served.
 *
 * @returns false when there isn't enough space; then nothing is counted
 */
export async function countServed(
  client: Queryable,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  bytes: number,
  limit: number | null,
): Promise<boolean> {
  const counted = await execute(
    client,
    sql`WITH fits AS (
        UPDATE project_storage SET served_bytes = served_bytes + ${bytes}::bigint
        WHERE project_id = ${projectId} AND coalesce(
          used_bytes + served_bytes + reserved_bytes + ${bytes}::bigint <= ${mostBytes(projectId, limit)}, true)
        RETURNING project_id)
      UPDATE assets a SET served_bytes = greatest(0, a.served_bytes + ${bytes}::bigint) FROM fits
      WHERE a.id = ${id} AND a.project_id = fits.project_id`,
  );
  return counted === 1;
}
