import { IS_AUTHORS_CHANGE } from '../../entries/author-change.store.ts';
import { type TranslationSource, translatedVersions } from '../../entries/last-translation.store.ts';
import { firstAuditIdAt } from '../../platform/audit-records.store.ts';
import { bool, int, nullable, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, execute, query, type Sql, sql } from '../../platform/database/sql.ts';

/** Kinds of archived history: audit records, and earlier versions of entries. */
export type ArchiveKind = 'audit' | 'versions';

const ARCHIVED_ROW = {
  /** The audit record, or the entry. */
  id: text,
  /** Of the entry; 0 for an audit record. */
  version: int,
  /** All of it as one line of JSON. */
  line: text,
  at: timestamp,
};

/** A row that goes to an archive. */
export type ArchivedRow = RowOf<typeof ARCHIVED_ROW>;

/** The most rows and bytes of one archive. The first row is always in it. */
const MOST_ROWS = 2000;
const MOST_BYTES = 16 * 1024 * 1024;

const AUDIT_LINE = sql`to_jsonb(a)::text`;
/** A version with all values as they were then. */
const VERSION_LINE = sql`jsonb_build_object('version', to_jsonb(v), 'values', (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.locale), '[]')
  FROM (SELECT DISTINCT ON (locale) * FROM entry_values
    WHERE entry_id = v.entry_id AND version <= v.version ORDER BY locale, version DESC) x
  WHERE x.values IS NOT NULL))::text`;

/**
 * An entry `e` with its versions `v` that were replaced before a time and that nothing needs. Needed are those that are current,
 * live, approved or in a kept snapshot; the last change of each person and token in each locale, which keeps them from approving it; and
 * those that the fields of translations are compared with.
 */
const fromUnneeded = ({ source, before }: ArchiveScope): Sql => sql`entries e
  CROSS JOIN LATERAL (SELECT ARRAY(
    SELECT k.version FROM entry_drafts t
    CROSS JOIN LATERAL (${translatedVersions({ id: sql`e.id`, collection: sql`e.collection_key` }, sql`t.locale`, source)}) k
    WHERE t.entry_id = e.id AND t.locale <> ${source.locale}
    UNION ALL SELECT max(version) FROM entry_versions CROSS JOIN unnest(locales) AS locale
    WHERE entry_id = e.id AND ${IS_AUTHORS_CHANGE} GROUP BY created_by->>'id', locale) AS versions) changed
  JOIN entry_versions v ON v.entry_id = e.id
    AND (v.version = ANY(changed.versions)) IS NOT TRUE AND v.version < e.version AND v.version <> e.values_version AND NOT v.folded
  AND v.created_at < ${before} AND (SELECT n.created_at FROM entry_versions n
    WHERE n.entry_id = e.id AND n.version > v.version ORDER BY n.version LIMIT 1) < ${before}
  AND NOT EXISTS (SELECT FROM entry_drafts d WHERE d.entry_id = e.id AND d.version = v.version)
  AND NOT EXISTS (SELECT FROM publications p
    WHERE p.project_id = e.project_id AND p.entry_id = e.id AND p.version = v.version)
  AND NOT EXISTS (SELECT FROM entry_reviews r WHERE r.entry_id = e.id AND r.approved_version = v.version)`;

const ARCHIVING_PROJECT = { id: text, days: nullable(int), defaultLocale: text, schemaVersion: int };

/** A project whose history is archived, or was until one of its archives was begun. @property days null when nothing is archived */
export type ArchivingProject = RowOf<typeof ARCHIVING_PROJECT>;

/** Projects whose history is archived, or that have unfinished archives. */
export function findArchivingProjects(on: Connection): Promise<ArchivingProject[]> {
  return query(
    on,
    sql`SELECT id, archive_days AS days, default_locale AS "defaultLocale", schema_version AS "schemaVersion"
      FROM projects p WHERE archive_days IS NOT NULL
        OR EXISTS (SELECT FROM archives a WHERE a.project_id = p.id AND a.completed_at IS NULL) ORDER BY id`,
    ARCHIVING_PROJECT,
  );
}

/** The rows of a project that may be archived. */
export interface ArchiveScope {
  readonly projectId: string;
  readonly kind: ArchiveKind;
  /** The source values that the project's translations are compared with. */
  readonly source: TranslationSource;
  /** Records from before this time, and versions that were replaced before it. */
  readonly before: Date;
}

/** Some rows after one, the oldest audit records first, and versions entry by entry. */
export function loadArchivable(
  on: Connection,
  scope: ArchiveScope,
  after: Pick<ArchivedRow, 'id' | 'version'> = { id: '', version: 0 },
): Promise<ArchivedRow[]> {
  const { projectId, kind, before } = scope;
  const rows =
    kind === 'audit'
      ? sql`SELECT a.id, 0 AS version, ${AUDIT_LINE} AS line, a.created_at AS at FROM audit_records a
          WHERE a.project_id = ${projectId} AND a.id > ${after.id} AND a.id < ${firstAuditIdAt(before)} AND a.created_at < ${before}
          ORDER BY a.id LIMIT ${MOST_ROWS}`
      : sql`SELECT e.id, v.version, ${VERSION_LINE} AS line, v.created_at AS at
          FROM ${fromUnneeded(scope)} WHERE e.project_id = ${projectId}
            AND e.id >= ${after.id} AND (e.id > ${after.id} OR v.version > ${after.version})
          ORDER BY e.id, v.version LIMIT ${MOST_ROWS}`;
  return query(
    on,
    sql`SELECT id, version, line, at FROM (
        SELECT r.*, sum(octet_length(line)) OVER (ORDER BY id, version) - octet_length(line) AS bytes_before
        FROM (${rows}) r) s
      WHERE bytes_before < ${MOST_BYTES} ORDER BY id, version`,
    ARCHIVED_ROW,
  );
}

/** The same rows again, as far as they may still go. In a transaction, no one changes them until its end. */
export async function lockArchivable(
  tx: Connection,
  scope: ArchiveScope,
  rows: readonly ArchivedRow[],
): Promise<string[]> {
  const { projectId, kind } = scope;
  const ids = rows.map(({ id }) => id);
  const versions = rows.map(({ version }) => version);
  if (kind === 'audit') {
    const found = await query(
      tx,
      sql`SELECT ${AUDIT_LINE} AS line FROM audit_records a
        WHERE a.project_id = ${projectId} AND a.id = ANY(${ids}) ORDER BY a.id FOR UPDATE`,
      { line: text },
    );
    return found.map(({ line }) => line);
  }
  await execute(tx, sql`SELECT 1 FROM entries WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`);
  const found = await query(
    tx,
    sql`SELECT ${VERSION_LINE} AS line FROM ${fromUnneeded(scope)} JOIN ${wanted(ids, versions)}
        ON w.id = e.id AND w.version = v.version WHERE e.project_id = ${projectId} ORDER BY e.id, v.version FOR UPDATE OF v`,
    { line: text },
  );
  return found.map(({ line }) => line);
}

const wanted = (ids: readonly string[], versions: readonly number[]): Sql =>
  sql`unnest(${ids}::text[], ${versions}::int[]) AS w(id, version)`;

/** Removes archived rows, and all values of their entries that no version has any more. @returns how many rows */
export async function deleteArchived(tx: Connection, kind: ArchiveKind, rows: readonly ArchivedRow[]): Promise<number> {
  const ids = rows.map(({ id }) => id);
  if (kind === 'audit') return execute(tx, sql`DELETE FROM audit_records WHERE id = ANY(${ids})`);
  const versions = rows.map(({ version }) => version);
  const removed = await execute(
    tx,
    sql`DELETE FROM entry_versions v USING ${wanted(ids, versions)} WHERE v.entry_id = w.id AND v.version = w.version`,
  );
  await execute(
    tx,
    sql`DELETE FROM entry_values x WHERE x.entry_id = ANY(${ids})
      AND EXISTS (SELECT FROM entry_values n WHERE n.entry_id = x.entry_id AND n.locale = x.locale AND n.version > x.version
        AND n.version <= (SELECT min(r.version) FROM entry_versions r WHERE r.entry_id = x.entry_id AND r.version >= x.version))`,
  );
  return removed;
}

/** Marks an archive as complete, unless someone else gave it up. @returns whether it was there */
export async function completeArchive(tx: Connection, id: string, at: Date): Promise<boolean> {
  return (
    (await execute(tx, sql`UPDATE archives SET completed_at = ${at} WHERE id = ${id} AND completed_at IS NULL`)) === 1
  );
}

/** A file in storage, as an archive's row names it. */
interface NamedFile {
  readonly key: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Gives an archive another file, and its present one to an unfinished archive. @returns whether both were as said */
export async function exchangeFile(
  tx: Connection,
  archive: { readonly id: string; readonly key: string },
  file: NamedFile,
  unfinishedId: string,
): Promise<boolean> {
  const both = await execute(
    tx,
    sql`SELECT 1 FROM archives WHERE (id = ${archive.id} AND key = ${archive.key} AND completed_at IS NOT NULL)
      OR (id = ${unfinishedId} AND completed_at IS NULL) ORDER BY id FOR UPDATE`,
  );
  if (both !== 2) return false;
  await execute(
    tx,
    sql`UPDATE archives SET key = ${file.key}, sha256 = ${file.sha256}, bytes = ${file.bytes} WHERE id = ${archive.id}`,
  );
  await execute(tx, sql`UPDATE archives SET key = ${archive.key} WHERE id = ${unfinishedId}`);
  return true;
}

/** Archives of a project that weren't completed, and were begun before a time. Their rows are in the database, or in another archive. */
export async function findUnfinished(on: Connection, projectId: string, before: Date): Promise<string[]> {
  const rows = await query(
    on,
    sql`SELECT id FROM archives WHERE project_id = ${projectId} AND completed_at IS NULL AND created_at < ${before} ORDER BY id`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** The file of an unfinished archive, which no one completes or exchanges until the transaction ends; null if it isn't one any more. */
export async function lockUnfinished(
  tx: Connection,
  id: string,
): Promise<{ readonly key: string; readonly isOnlyOne: boolean } | null> {
  const [row] = await query(
    tx,
    sql`SELECT key, NOT EXISTS (SELECT FROM archives o WHERE o.key = a.key AND o.id <> a.id) AS "isOnlyOne"
      FROM archives a WHERE id = ${id} AND completed_at IS NULL FOR UPDATE`,
    { key: text, isOnlyOne: bool },
  );
  return row ?? null;
}

export async function forgetUnfinished(tx: Connection, id: string): Promise<void> {
  await execute(tx, sql`DELETE FROM archives WHERE id = ${id} AND completed_at IS NULL`);
}
