import type { Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import { BUDGETED, cutPage, withinBudget } from '../../../platform/database/byte-budget.store.ts';
import { bool, int, json, list, nullable, oneOf, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { execute, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import { entryErrors } from '../entries.names.ts';
import type { VersionItem } from './versions.schemas.ts';

/** The row that `COLUMNS` gives. */
const VERSION_ROW = {
  version: int,
  kind: oneOf<VersionItem['kind']>(),
  imported: bool,
  source: nullable(oneOf<NonNullable<VersionItem['source']>>()),
  created_at: timestamp,
  created_by: json<VersionItem['created_by']>(),
  autosave: bool,
  first_version: int,
  locales: list(text),
  changed_paths: json<VersionItem['changed_paths']>(),
};

/** A version with the values of the entry's drafts, by locale. */
type StoredVersion = VersionItem & { readonly values: Record<string, Record<string, Json>> };

/** The automatic saves that a record includes, and the record itself. */
const FOLDED = sql`WHERE f.entry_id = v.entry_id AND f.version BETWEEN v.autosave_from AND v.version`;

/** Columns of a version `v`. A record of several automatic saves has the changes of all of them. */
const COLUMNS = sql`v.version, v.kind, v.imported, v.source, v.created_at, v.created_by,
  v.autosave_from IS NOT NULL AS autosave,
  CASE WHEN v.folded THEN v.version ELSE coalesce(v.autosave_from, v.version) END AS first_version,
  CASE WHEN v.autosave_from < v.version AND NOT v.folded
    THEN ARRAY(SELECT DISTINCT locale FROM entry_versions f CROSS JOIN unnest(f.locales) AS locale ${FOLDED} ORDER BY locale)
    ELSE v.locales END AS locales,
  CASE WHEN v.autosave_from < v.version AND NOT v.folded
    THEN (SELECT coalesce(jsonb_agg(DISTINCT path ORDER BY path), '[]')
      FROM entry_versions f CROSS JOIN jsonb_array_elements(f.changed_paths) AS path ${FOLDED})
    ELSE v.changed_paths END AS changed_paths`;

function inProject(projectId: string, entryId: string): Sql {
  return sql`(SELECT id FROM entries WHERE id = ${entryId} AND project_id = ${projectId})`;
}

/**
 * A page of an entry's versions before another, newest first. Automatic saves that belong together are one record.
 *
 * @param page with `within`, the page has the saves that this record includes, instead of records
 */
export async function loadVersions(
  pool: Pool,
  projectId: string,
  entryId: string,
  { within, before, limit }: { readonly within: number | null; readonly before: number | null; readonly limit: number },
): Promise<{ readonly versions: readonly VersionItem[]; readonly hasMore: boolean }> {
  const isWanted =
    within === null
      ? sql`NOT v.folded`
      : sql`v.folded AND v.version < ${within} AND v.version >= (SELECT r.autosave_from FROM entry_versions r
          WHERE r.entry_id = v.entry_id AND r.version = ${within} AND NOT r.folded)`;
  const page = sql`SELECT ${COLUMNS}
     FROM entry_versions v WHERE v.entry_id = ${inProject(projectId, entryId)} AND ${isWanted}
       AND (${before}::int IS NULL OR v.version < ${before})
     ORDER BY v.version DESC LIMIT ${limit + 1}`;
  const rows = await query(
    pool,
    sql`${withinBudget(page, { order: sql`b.version DESC`, bytes: sql`octet_length(b.changed_paths::text)` })}
      ORDER BY version DESC`,
    { ...VERSION_ROW, ...BUDGETED },
  );
  const cut = cutPage(rows, limit);
  return { versions: cut.page.map(toItem), hasMore: cut.hasMore };
}

/** A version with its values; null when it doesn't exist, or was replaced by a later automatic save. */
export async function findVersion(
  pool: Pool,
  projectId: string,
  entryId: string,
  version: number,
): Promise<StoredVersion | null> {
  const rows = await query(
    pool,
    sql`SELECT ${COLUMNS},
        (SELECT json_agg(json_build_object('locale', n.locale, 'values', n.values) ORDER BY n.locale)
          FROM (SELECT DISTINCT ON (locale) locale, values FROM entry_values
            WHERE entry_id = v.entry_id AND version <= ${version} ORDER BY locale, version DESC) AS n
          WHERE n.values IS NOT NULL) AS values
      FROM entry_versions v WHERE v.entry_id = ${inProject(projectId, entryId)} AND v.version = ${version}`,
    { ...VERSION_ROW, values: nullable(json<{ locale: string; values: Record<string, Json> }[]>()) },
  );
  const [row] = rows;
  return row
    ? { ...toItem(row), values: Object.fromEntries((row.values ?? []).map((own) => [own.locale, own.values])) }
    : null;
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
  if (!found) throw new ApiError(entryErrors['entry.version_not_found']);
  return found;
}

/** @throws ApiError `entry.not_found` when the project doesn't have the entry */
export async function checkEntryInProject(pool: Pool, projectId: string, entryId: string): Promise<void> {
  const found = await execute(pool, sql`SELECT 1 FROM entries WHERE id = ${entryId} AND project_id = ${projectId}`);
  if (found === 0) throw new ApiError('entry.not_found');
}

function toItem<Row extends RowOf<typeof VERSION_ROW>>({ created_at, ...row }: Row) {
  return { ...row, created_at: created_at.toISOString() };
}
