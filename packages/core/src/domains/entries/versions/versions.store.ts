import type { Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import type { Actor } from '../../../platform/actor.ts';
import { type BudgetedRow, cutPage, withinBudget } from '../../../platform/database/byte-budget.store.ts';
import { query, type Sql, sql } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { VersionItem } from './versions.schemas.ts';

interface VersionRow {
  version: number;
  kind: VersionItem['kind'];
  imported: boolean;
  autosave: boolean;
  first_version: number;
  locales: string[];
  changed_paths: [string, string][];
  created_at: Date;
  created_by: Actor;
}

/** A version with the values that the entry's drafts had in it, by locale. */
export type StoredVersion = VersionItem & { readonly values: Record<string, Record<string, Json>> };

/** The automatic saves that a record stands for, itself included. */
const FOLDED = sql`WHERE f.entry_id = v.entry_id AND f.version BETWEEN v.autosave_from AND v.version`;

/** Columns of a version `v`; of one that stands for earlier automatic saves, with all that those changed. */
const COLUMNS = sql`v.version, v.kind, v.imported, v.created_at, v.created_by,
  v.autosave_from IS NOT NULL AS autosave,
  CASE WHEN v.folded THEN v.version ELSE coalesce(v.autosave_from, v.version) END AS first_version,
  CASE WHEN v.autosave_from < v.version AND NOT v.folded
    THEN ARRAY(SELECT DISTINCT locale FROM entry_versions f CROSS JOIN unnest(f.locales) AS locale ${FOLDED} ORDER BY locale)
    ELSE v.locales END AS locales,
  CASE WHEN v.autosave_from < v.version AND NOT v.folded
    THEN (SELECT coalesce(jsonb_agg(DISTINCT path ORDER BY path), '[]')
      FROM entry_versions f CROSS JOIN jsonb_array_elements(f.changed_paths) AS path ${FOLDED})
    ELSE v.changed_paths END AS changed_paths`;

/** The id of an entry, if the project has it. */
function inProject(projectId: string, entryId: string): Sql {
  return sql`(SELECT id FROM entries WHERE id = ${entryId} AND project_id = ${projectId})`;
}

/** A page of the versions of an entry before another, newest first, automatic saves that belong together as one. */
export async function loadVersions(
  pool: Pool,
  projectId: string,
  entryId: string,
  before: number | null,
  limit: number,
): Promise<{ readonly versions: readonly VersionItem[]; readonly hasMore: boolean }> {
  const page = sql`SELECT ${COLUMNS}
     FROM entry_versions v WHERE v.entry_id = ${inProject(projectId, entryId)} AND NOT v.folded
       AND (${before}::int IS NULL OR v.version < ${before})
     ORDER BY v.version DESC LIMIT ${limit + 1}`;
  const rows = await query<VersionRow & BudgetedRow>(
    pool,
    sql`${withinBudget(page, { order: sql`b.version DESC`, bytes: sql`octet_length(b.changed_paths::text)` })}
      ORDER BY version DESC`,
  );
  const cut = cutPage(rows, limit);
  return { versions: cut.page.map(toItem), hasMore: cut.hasMore };
}

/** A version with its values; null when there's none, or when a later automatic save has taken its place. */
export async function findVersion(
  pool: Pool,
  projectId: string,
  entryId: string,
  version: number,
): Promise<StoredVersion | null> {
  const rows = await query<VersionRow & { values: { locale: string; values: Record<string, Json> }[] | null }>(
    pool,
    sql`SELECT ${COLUMNS},
        (SELECT json_agg(json_build_object('locale', n.locale, 'values', n.values) ORDER BY n.locale)
          FROM (SELECT DISTINCT ON (locale) locale, values FROM entry_values
            WHERE entry_id = v.entry_id AND version <= ${version} ORDER BY locale, version DESC) AS n
          WHERE n.values IS NOT NULL) AS values
      FROM entry_versions v WHERE v.entry_id = ${inProject(projectId, entryId)} AND v.version = ${version}`,
  );
  const row = rows[0];
  if (!row) return null;
  return {
    ...toItem(row),
    values: Object.fromEntries((row.values ?? []).map(({ locale, values }) => [locale, values])),
  };
}

/** A version of a project's entry with its values. @throws ApiError `entry.not_found`, `entry.version_not_found` */
export async function getVersionInProject(
  pool: Pool,
  projectId: string,
  entryId: string,
  version: number,
): Promise<StoredVersion> {
  await checkEntryInProject(pool, projectId, entryId);
  const found = await findVersion(pool, projectId, entryId, version);
  if (!found) throw new ApiError('entry.version_not_found');
  return found;
}

/** Does nothing when the project has the entry. @throws ApiError `entry.not_found` */
export async function checkEntryInProject(pool: Pool, projectId: string, entryId: string): Promise<void> {
  const found = await query(pool, sql`SELECT 1 FROM entries WHERE id = ${entryId} AND project_id = ${projectId}`);
  if (found.length === 0) throw new ApiError('entry.not_found');
}

function toItem(row: VersionRow): VersionItem {
  return {
    version: row.version,
    kind: row.kind,
    autosave: row.autosave,
    first_version: row.first_version,
    imported: row.imported,
    locales: row.locales,
    changed_paths: row.changed_paths,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}
