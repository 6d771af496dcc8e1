import { findCollection, type SchemaDocument } from '@stele/schema';
import { entryTextOf, type ManifestFile } from '@stele/snapshot';
import type { LocaleValues } from '../../content/draft-values.ts';
import { hasUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { keysOf, type Renditions } from '../../media/asset.ts';
import { originalKey } from '../../media/keys.ts';
import { bool, int, json, nullable, oneOf, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, query, type Sql, sql } from '../../platform/database/sql.ts';

const ENTRIES_AT_ONCE = 500;
const SHOWN = 5;

/** Rules that rows of all projects keep, each with the rows that break it. */
const RULES: Readonly<Record<string, Sql>> = {
  'a pointer names no snapshot that is kept': sql`SELECT p.id FROM projects p WHERE p.live_snapshot_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM snapshots s WHERE s.id = p.live_snapshot_id AND s.project_id = p.id AND s.swept_at IS NULL)`,
  'a pointer differs from the history of what was live': sql`SELECT p.id FROM projects p WHERE p.live_seq > 0
    AND NOT EXISTS (SELECT FROM live_sequences q WHERE q.project_id = p.id AND q.seq = p.live_seq
      AND q.snapshot_id IS NOT DISTINCT FROM coalesce(p.live_snapshot_id, q.snapshot_id))`,
  'a ledger row has no contents': sql`SELECT l.entry_id AS id FROM publications l WHERE l.until_seq IS NULL
    AND NOT EXISTS (SELECT FROM contents c WHERE c.project_id = l.project_id AND c.hash = l.content_hash)`,
  'contents differ from their digest': sql`SELECT hash AS id FROM contents
    WHERE encode(sha256(convert_to(json, 'UTF8')), 'hex') <> hash`,
  'an entry is of another version than its history': sql`SELECT e.id FROM entries e
    WHERE e.version IS DISTINCT FROM (SELECT max(v.version) FROM entry_versions v WHERE v.entry_id = e.id)`,
  'a draft has no values': sql`SELECT d.entry_id AS id FROM entry_drafts d WHERE NOT EXISTS (
      SELECT FROM entry_values v WHERE v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
        AND v.values IS NOT NULL)`,
  'an entry has another status than the ledger': sql`SELECT e.id FROM entries e JOIN projects p ON p.id = e.project_id
    WHERE NOT p.restoring AND (e.status = 'published') <> EXISTS (SELECT FROM publications l
      WHERE l.project_id = e.project_id AND l.entry_id = e.id AND l.until_seq IS NULL)`,
  'an entry in the trash holds unique values': sql`SELECT e.id FROM entries e WHERE e.trashed_at IS NOT NULL
    AND EXISTS (SELECT FROM unique_values u WHERE u.entry_id = e.id)`,
  'a page is elsewhere than published content says': sql`SELECT coalesce(p.entry_id, c.entry_id) AS id FROM live_pages p
    FULL JOIN (SELECT l.project_id, l.entry_id, l.locale, own.page
      FROM publications l JOIN contents o ON o.project_id = l.project_id AND o.hash = l.content_hash
      CROSS JOIN LATERAL (SELECT o.json::jsonb -> '_page' AS page OFFSET 0) own
      WHERE l.until_seq IS NULL AND o.json LIKE '%"_page":%' AND own.page IS NOT NULL) c
    ON c.project_id = p.project_id AND c.entry_id = p.entry_id AND c.locale = p.locale
    WHERE c.page IS DISTINCT FROM jsonb_build_object('path', p.path, 'parent', p.parent_id, 'depth', p.depth)`,
  'an asset has no stored file': sql`SELECT a.id FROM assets a WHERE a.stage = 'ready' AND NOT EXISTS (
      SELECT FROM stored_files f WHERE f.project_id = a.project_id AND f.sha256 = a.sha256 AND f.stored)`,
  'used storage is miscounted': sql`SELECT s.project_id AS id FROM project_storage s WHERE s.used_bytes <> coalesce((
      SELECT sum(f.bytes) FROM stored_files f WHERE f.project_id = s.project_id AND f.stored), 0)`,
};

/** @returns a sentence for each rule that some rows break */
export async function findBrokenRules(on: Connection): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, rows] of Object.entries(RULES)) {
    const found = await query(on, sql`SELECT id FROM (${rows}) AS broken ORDER BY id LIMIT ${SHOWN + 1}`, { id: text });
    if (found.length === 0) continue;
    const ids = found.slice(0, SHOWN).map(({ id }) => id);
    broken.push(`${rule}: ${ids.join(', ')}${found.length > SHOWN ? ' and others' : ''}`);
  }
  return broken;
}

const CHECKED_PROJECT = {
  id: text,
  liveSnapshotId: nullable(text),
  restoring: bool,
  schema: nullable(json<SchemaDocument>()),
};

/** A project, as its files are checked. */
export type CheckedProject = RowOf<typeof CHECKED_PROJECT>;

export function loadCheckedProjects(on: Connection): Promise<CheckedProject[]> {
  return query(
    on,
    sql`SELECT p.id, p.live_snapshot_id AS "liveSnapshotId", p.restoring, v.document AS schema
      FROM projects p LEFT JOIN schema_versions v ON v.project_id = p.id AND v.version = p.schema_version ORDER BY p.id`,
    CHECKED_PROJECT,
  );
}

const SNAPSHOT_TO_CHECK = { id: text, manifestHash: text, files: json<readonly ManifestFile[]>() };

/** A snapshot that is kept. */
export type SnapshotToCheck = RowOf<typeof SNAPSHOT_TO_CHECK>;

export function loadKeptSnapshots(on: Connection, projectId: string): Promise<SnapshotToCheck[]> {
  return query(
    on,
    sql`SELECT id, manifest_hash AS "manifestHash", files FROM snapshots
      WHERE project_id = ${projectId} AND swept_at IS NULL ORDER BY seq`,
    SNAPSHOT_TO_CHECK,
  );
}

/** The text of live entries as chunks hold them, by their ids. */
export async function loadLiveTexts(
  on: Connection,
  { projectId, collection, locale, ids }: { projectId: string; collection: string; locale: string; ids: string[] },
): Promise<Map<string, string>> {
  const rows = await query(
    on,
    sql`SELECT l.entry_id AS id, l.version, l.schema_version, l.published_at, c.json
      FROM publications l JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
      WHERE l.project_id = ${projectId} AND l.entry_id = ANY(${ids}::text[]) AND l.locale = ${locale}
        AND l.collection_key = ${collection} AND l.until_seq IS NULL`,
    { id: text, version: int, schema_version: int, published_at: timestamp, json: text },
  );
  return new Map(
    rows.map(({ id, version, schema_version, published_at, json }) => [
      id,
      entryTextOf({ id, version, schema_version, published_at: published_at.toISOString() }, json),
    ]),
  );
}

export async function countLive(on: Connection, projectId: string): Promise<number> {
  const [row] = await query(
    on,
    sql`SELECT count(*)::int AS count FROM publications WHERE project_id = ${projectId} AND until_seq IS NULL`,
    { count: int },
  );
  return row?.count ?? 0;
}

/** Keys of all files of a project's assets, and of its archives, that must be in storage. */
export async function loadFileKeys(on: Connection, projectId: string): Promise<string[]> {
  const originals = await query(
    on,
    sql`SELECT sha256 FROM stored_files WHERE project_id = ${projectId} AND stored AND removing_since IS NULL`,
    { sha256: text },
  );
  const renditions = await query(
    on,
    sql`SELECT renditions FROM assets WHERE project_id = ${projectId} AND renditions IS NOT NULL
      UNION ALL SELECT renditions FROM asset_versions WHERE project_id = ${projectId} AND renditions IS NOT NULL`,
    { renditions: json<Renditions>() },
  );
  const archives = await query(
    on,
    sql`SELECT key FROM archives WHERE project_id = ${projectId} AND completed_at IS NOT NULL`,
    { key: text },
  );
  return [
    ...archives.map(({ key }) => key),
    ...originals.map(({ sha256 }) => originalKey(projectId, sha256)),
    ...renditions.flatMap((row) => keysOf(row.renditions)),
  ];
}

/**
 * Compares the table of unique values with the values of drafts and of published content.
 *
 * @returns ids of entries that hold values which they don't have, or that lack published ones
 */
export async function findWrongUniqueValues(on: Connection, { id, schema }: CheckedProject): Promise<string[]> {
  const collections = (schema?.collections ?? []).filter(hasUniqueValues).map(({ key }) => key);
  const wrong: string[] = [];
  for (let after = ''; ; ) {
    const entries = await query(
      on,
      sql`SELECT id, collection_key AS collection FROM entries WHERE project_id = ${id} AND id > ${after}
        AND collection_key = ANY(${collections}::text[]) AND trashed_at IS NULL ORDER BY id LIMIT ${ENTRIES_AT_ONCE}`,
      { id: text, collection: text },
    );
    if (entries.length === 0) return wrong;
    const ids = entries.map((entry) => entry.id);
    const values = await query(
      on,
      sql`SELECT d.entry_id, d.locale, 'draft' AS kind, v.values FROM entry_drafts d
        JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
        WHERE d.entry_id = ANY(${ids}::text[])
        UNION ALL
        SELECT l.entry_id, l.locale, 'live', ${LIVE_VALUES} FROM publications l
        WHERE l.project_id = ${id} AND l.until_seq IS NULL AND l.entry_id = ANY(${ids}::text[])`,
      { entry_id: text, locale: text, kind: oneOf<'draft' | 'live'>(), values: nullable(json<LocaleValues>()) },
    );
    const held = await query(
      on,
      sql`SELECT entry_id, field, locale, value, draft, live FROM unique_values u WHERE u.project_id = ${id} AND u.entry_id = ANY(${ids}::text[])`,
      { entry_id: text, field: text, locale: text, value: text, draft: bool, live: bool },
    );
    const collectionOf = new Map(entries.map((entry) => [entry.id, entry.collection]));
    const had = new Set<string>();
    for (const { entry_id, locale, kind, values: one } of values) {
      if (!one) continue;
      const collection = findCollection(schema, collectionOf.get(entry_id) ?? '');
      for (const unique of uniqueValuesOf(collection, [[locale, one]])) had.add(nameOf(entry_id, kind, unique));
    }
    const holds = new Set(
      held.flatMap((row) => [
        ...(row.draft ? [nameOf(row.entry_id, 'draft', row)] : []),
        ...(row.live ? [nameOf(row.entry_id, 'live', row)] : []),
      ]),
    );
    const surplus = [...holds].filter((name) => !had.has(name));
    const lacking = [...had].filter((name) => !holds.has(name) && name.includes('"live"'));
    wrong.push(...new Set([...surplus, ...lacking].map((name) => (JSON.parse(name) as string[])[0] ?? '')));
    after = ids.at(-1) ?? after;
  }
}

function nameOf(
  entryId: string,
  kind: 'draft' | 'live',
  { field, locale, value }: { readonly field: string; readonly locale: string; readonly value: string },
): string {
  return JSON.stringify([entryId, kind, field, locale, value]);
}
