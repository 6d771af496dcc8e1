import { execute, type Sql, sql } from '../platform/database/sql.ts';
import type { WriteContext } from '../platform/write-context.ts';

/** How long an automatic save is kept after a later record includes it. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;
const BATCH = 2_000;

/**
 * Condition: a version is the last change of some field of a translation before its source changed again, within a record of the
 * history. Then what the source said at that time is still asked for.
 */
const isCompared = (version: Sql): Sql => sql`EXISTS (
  SELECT FROM entries e JOIN projects p ON p.id = e.project_id
    CROSS JOIN LATERAL (SELECT min(h.version) AS version FROM entry_versions h
      WHERE h.entry_id = e.id AND h.version > ${version}.version AND NOT h.folded) r
    CROSS JOIN LATERAL jsonb_array_elements(${version}.changed_paths) AS path
  WHERE e.id = ${version}.entry_id AND path ->> 0 <> p.default_locale
    AND EXISTS (SELECT FROM entry_values s WHERE s.entry_id = e.id AND s.locale = p.default_locale
      AND s.version > ${version}.version AND s.version <= r.version)
    AND NOT EXISTS (SELECT FROM entry_versions w WHERE w.entry_id = e.id AND w.version > ${version}.version
      AND w.version <= r.version AND w.changed_paths @> jsonb_build_array(path)))`;

/**
 * Removes automatic saves that are older than seven days and included in a later record of the history, unless translations are
 * compared with them. Their changed paths are added to the next version that stays, and values that it uses stay.
 *
 * @returns how many were removed
 */
export async function pruneVersions({ database, clock }: WriteContext['services']): Promise<number> {
  const before = new Date(clock.now().getTime() - KEEP_MS);
  for (let pruned = 0; ; ) {
    const count = await execute(
      database.pool,
      sql`WITH gone AS (
          SELECT v.entry_id, v.version, v.locales, v.changed_paths, (
            SELECT min(n.version) FROM entry_versions n
            WHERE n.entry_id = v.entry_id AND n.version > v.version
              AND (NOT n.folded OR ${isCompared(sql`n`)})) AS heir
          FROM entry_versions v WHERE v.folded AND v.created_at < ${before} AND NOT ${isCompared(sql`v`)}
          ORDER BY v.created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        ), heirs AS (
          UPDATE entry_versions h SET
            locales = ARRAY(SELECT DISTINCT l FROM unnest(h.locales || i.locales) AS l ORDER BY l),
            changed_paths = (SELECT coalesce(jsonb_agg(DISTINCT p ORDER BY p), '[]')
              FROM jsonb_array_elements(h.changed_paths || i.changed_paths) AS p)
          FROM (
            SELECT entry_id, heir, array_agg(DISTINCT l) FILTER (WHERE l IS NOT NULL) AS locales,
              coalesce(jsonb_agg(DISTINCT p) FILTER (WHERE p IS NOT NULL), '[]') AS changed_paths
            FROM gone LEFT JOIN LATERAL unnest(locales) AS l ON true
              LEFT JOIN LATERAL jsonb_array_elements(changed_paths) AS p ON true
            GROUP BY entry_id, heir
          ) AS i WHERE h.entry_id = i.entry_id AND h.version = i.heir
        ), values_gone AS (
          DELETE FROM entry_values v USING gone g WHERE v.entry_id = g.entry_id AND v.version = g.version
            AND EXISTS (SELECT 1 FROM entry_values n WHERE n.entry_id = v.entry_id AND n.locale = v.locale
              AND n.version > v.version AND n.version <= g.heir)
        )
        DELETE FROM entry_versions v USING gone g WHERE v.entry_id = g.entry_id AND v.version = g.version`,
    );
    pruned += count;
    if (count < BATCH) return pruned;
  }
}
