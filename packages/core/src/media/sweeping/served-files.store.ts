import { json, text } from '../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { keysOf, type Renditions } from '../asset.ts';

/** How long a sweep blocks the processing of an asset, which is longer than it takes. */
const SWEEP_MS = 10 * 60_000;

/** Projects whose served files haven't been swept since a time. */
export async function findUnsweptProjects(client: Queryable, before: Date): Promise<string[]> {
  const rows = await query(
    client,
    sql`SELECT project_id AS id FROM project_storage WHERE swept_at IS NULL OR swept_at < ${before}::timestamptz
      ORDER BY swept_at NULLS FIRST`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** Records that a sweep of a project's served files begins. @returns false when another process has begun one */
export async function claimSweep(client: Queryable, projectId: string, before: Date, now: Date): Promise<boolean> {
  const claimed = await execute(
    client,
    sql`UPDATE project_storage SET swept_at = ${now}
      WHERE project_id = ${projectId} AND (swept_at IS NULL OR swept_at < ${before}::timestamptz)`,
  );
  return claimed === 1;
}

/** The keys of assets' served files, including those of earlier versions. Assets that no longer exist are left out. */
export async function loadServedKeys(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await query(
    client,
    sql`SELECT a.id, jsonb_build_array(a.renditions) || coalesce(
        (SELECT jsonb_agg(v.renditions) FROM asset_versions v WHERE v.asset_id = a.id), '[]') AS all
      FROM assets a WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds})`,
    { id: text, all: json<(Renditions | null)[]>() },
  );
  return new Map(rows.map(({ id, all }) => [id, new Set(all.flatMap(keysOf))]));
}

/**
 * Blocks the processing of assets while their files are removed, since it could make the same files again.
 *
 * @returns the assets that may be swept, because they aren't being processed or no longer exist
 */
export async function holdForSweep(
  client: Queryable,
  projectId: string,
  assetIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const until = new Date(now.getTime() + SWEEP_MS);
  const rows = await query(
    client,
    sql`WITH held AS (
        UPDATE assets a SET swept_until = ${until}::timestamptz, sweeps = a.sweeps + 1 FROM (
            SELECT id FROM assets WHERE project_id = ${projectId} AND id = ANY(${assetIds})
              AND rendered_revision IS NOT DISTINCT FROM revision AND replacement->>'sha256' IS NULL
            ORDER BY id FOR UPDATE) o
        WHERE a.id = o.id RETURNING a.id
      )
      SELECT id FROM held
      UNION ALL SELECT w.id FROM unnest(${assetIds}::text[]) AS w(id) WHERE NOT EXISTS (SELECT FROM assets a WHERE a.id = w.id)`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** Allows the processing of assets again. */
export async function endSweep(client: Queryable, assetIds: readonly string[]): Promise<void> {
  await execute(
    client,
    sql`UPDATE assets a SET swept_until = NULL FROM (
        SELECT id FROM assets WHERE id = ANY(${assetIds}) ORDER BY id FOR UPDATE) o WHERE a.id = o.id`,
  );
}

/** The result of a sweep of some assets of a project: those after one asset, up to another or to the last. */
interface SweepResult {
  readonly after: string;
  readonly upTo: string | null;
  /** Asset → bytes of its files; all other assets have none. */
  readonly sizes: ReadonlyMap<string, number>;
  /** When the sweep began. Assets that have changed since are left to the next one. */
  readonly before: Date;
}

/** Corrects the counted bytes of assets' served files after a sweep. */
export async function correctServed(client: Queryable, projectId: string, found: SweepResult): Promise<void> {
  const { after, upTo, sizes, before } = found;
  await execute(
    client,
    sql`WITH counted AS (
        SELECT a.id, a.served_bytes AS was, coalesce(f.bytes, 0) AS bytes
        FROM assets a LEFT JOIN unnest(${[...sizes.keys()]}::text[], ${[...sizes.values()]}::bigint[]) AS f(id, bytes) ON f.id = a.id
        WHERE a.project_id = ${projectId} AND a.id > ${after} AND (${upTo}::text IS NULL OR a.id <= ${upTo})
          AND a.updated_at < ${before}::timestamptz AND a.rendered_revision IS NOT DISTINCT FROM a.revision
          AND a.replacement->>'sha256' IS NULL AND a.served_bytes <> coalesce(f.bytes, 0)
        ORDER BY a.id FOR UPDATE OF a
      ), corrected AS (UPDATE assets a SET served_bytes = c.bytes FROM counted c WHERE a.id = c.id)
      UPDATE project_storage SET served_bytes = served_bytes + (SELECT coalesce(sum(bytes - was), 0) FROM counted)
      WHERE project_id = ${projectId}`,
  );
}
