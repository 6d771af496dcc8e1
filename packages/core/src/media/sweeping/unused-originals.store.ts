import { text } from '../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';

/** An original that is being removed. */
export interface DoomedOriginal {
  readonly projectId: string;
  readonly sha256: string;
}

/** A removal that takes longer than this was abandoned by a killed process. */
const ABANDONED_MS = 15 * 60_000;

/**
 * Begins the removal of originals that no asset and no earlier version of one has. Until they're removed, no upload can use them.
 *
 * @param claim identifies this removal
 */
export async function claimUnusedOriginals(
  client: Queryable,
  { claim, now, limit }: { readonly claim: string; readonly now: Date; readonly limit: number },
): Promise<DoomedOriginal[]> {
  const abandoned = new Date(now.getTime() - ABANDONED_MS);
  return query(
    client,
    sql`UPDATE stored_files f SET removing_since = ${now}::timestamptz, claim = ${claim}
      WHERE (f.project_id, f.sha256) IN (
          SELECT s.project_id, s.sha256 FROM stored_files s
          WHERE s.kept_until < ${now}::timestamptz AND (s.removing_since IS NULL OR s.removing_since < ${abandoned}::timestamptz)
            AND NOT EXISTS (SELECT FROM assets a WHERE a.project_id = s.project_id AND a.sha256 = s.sha256)
            AND NOT EXISTS (SELECT FROM assets a WHERE a.project_id = s.project_id AND a.replacement->>'sha256' = s.sha256)
            AND NOT EXISTS (SELECT FROM asset_versions v WHERE v.project_id = s.project_id AND v.sha256 = s.sha256)
          ORDER BY s.project_id, s.sha256 LIMIT ${limit} FOR UPDATE SKIP LOCKED)
        AND f.kept_until < ${now}::timestamptz
      RETURNING f.project_id AS "projectId", f.sha256`,
    { projectId: text, sha256: text },
  );
}

/** Deletes the rows of removed originals and releases their space, except for those that another process has taken over. */
export async function forgetOriginals(client: Queryable, claim: string): Promise<void> {
  await execute(
    client,
    sql`WITH gone AS (DELETE FROM stored_files WHERE claim = ${claim} RETURNING project_id, bytes, stored),
      freed AS (SELECT project_id, sum(bytes)::bigint AS bytes FROM gone WHERE stored GROUP BY project_id)
      UPDATE project_storage s SET used_bytes = s.used_bytes - freed.bytes FROM freed WHERE s.project_id = freed.project_id`,
  );
}
