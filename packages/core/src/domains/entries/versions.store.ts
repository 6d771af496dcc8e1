import type { Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import type { Actor } from '../../context.ts';
import type { VersionItem } from './entries.schemas.ts';

interface VersionRow {
  version: number;
  kind: VersionItem['kind'];
  imported: boolean;
  locales: string[];
  changed_paths: [string, string][];
  created_at: Date;
  created_by: Actor;
}

const COLUMNS = 'version, kind, imported, locales, changed_paths, created_at, created_by';

/** Versions of an entry before another, newest first. */
export async function loadVersions(
  pool: Pool,
  entryId: string,
  before: number | null,
  limit: number,
): Promise<VersionItem[]> {
  const { rows } = await pool.query<VersionRow>(
    `SELECT ${COLUMNS} FROM entry_versions WHERE entry_id = $1 AND ($2::int IS NULL OR version < $2)
     ORDER BY version DESC LIMIT $3`,
    [entryId, before, limit],
  );
  return rows.map(toItem);
}

/** A version with the values that the entry's drafts had in it; null when there's none. */
export async function findVersion(
  pool: Pool,
  entryId: string,
  version: number,
): Promise<(VersionItem & { readonly values: Record<string, Record<string, Json>> }) | null> {
  const { rows } = await pool.query<VersionRow & { values: { locale: string; values: Record<string, Json> }[] | null }>(
    `SELECT ${COLUMNS}, (SELECT json_agg(json_build_object('locale', n.locale, 'values', n.values) ORDER BY n.locale)
       FROM (SELECT DISTINCT ON (locale) locale, values FROM entry_values
         WHERE entry_id = $1 AND version <= $2 ORDER BY locale, version DESC) AS n
       WHERE n.values IS NOT NULL) AS values
     FROM entry_versions WHERE entry_id = $1 AND version = $2`,
    [entryId, version],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    ...toItem(row),
    values: Object.fromEntries((row.values ?? []).map(({ locale, values }) => [locale, values])),
  };
}

function toItem(row: VersionRow): VersionItem {
  return {
    version: row.version,
    kind: row.kind,
    imported: row.imported,
    locales: row.locales,
    changed_paths: row.changed_paths,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
  };
}
