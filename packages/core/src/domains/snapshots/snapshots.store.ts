import type { Json, ManifestFile } from '@stele/snapshot';
import type { Pool } from 'pg';
import { BUDGETED, cutPage, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { bool, int, json, nullable, text, timestamp } from '../../platform/database/row.ts';
import { query, type Sql, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { SnapshotItem } from './snapshots.schemas.ts';

/** A snapshot that is still kept. @throws ApiError `snapshot.not_found` */
export async function getSnapshotInProject(
  pool: Pool,
  projectId: string,
  snapshotId: string,
): Promise<{ readonly id: string; readonly seq: number; readonly files: readonly ManifestFile[] }> {
  const [snapshot] = await query(
    pool,
    sql`SELECT id, seq, files FROM snapshots
      WHERE id = ${snapshotId} AND project_id = ${projectId} AND swept_at IS NULL`,
    { id: text, seq: int, files: json<ManifestFile[]>() },
  );
  if (!snapshot) throw new ApiError('snapshot.not_found');
  return snapshot;
}

/** A page of the changes of published content before a sequence, newest first. */
export async function loadHistory(
  pool: Pool,
  projectId: string,
  before: number,
  limit: number,
): Promise<{ readonly items: Omit<SnapshotItem, 'live'>[]; readonly hasMore: boolean }> {
  const page = sql`SELECT q.seq AS sequence, q.snapshot_id, q.changes, q.added, q.changed, q.removed, q.created_at,
      s.swept_at IS NULL AS restorable
    FROM live_sequences q JOIN snapshots s ON s.id = q.snapshot_id
    WHERE q.project_id = ${projectId} AND q.seq < ${before} ORDER BY q.seq DESC LIMIT ${limit + 1}`;
  const rows = await query(
    pool,
    sql`SELECT q.*, (SELECT json_object_agg(e.id, e.title) FROM entries e WHERE e.project_id = ${projectId}
          AND e.id IN (SELECT c ->> 'entry_id' FROM jsonb_array_elements(q.changes) c)) AS titles
      FROM (${withinBudget(page, { order: sql`b.sequence DESC`, bytes: sql`octet_length(b.changes::text)` })}) q
      ORDER BY q.sequence DESC`,
    {
      ...BUDGETED,
      sequence: int,
      snapshot_id: text,
      changes: json<(Omit<SnapshotItem['changes'][number], 'entry_title'> & { readonly title?: string })[]>(),
      added: int,
      changed: int,
      removed: int,
      created_at: timestamp,
      restorable: bool,
      titles: nullable(json<Readonly<Record<string, string>>>()),
    },
  );
  const cut = cutPage(rows, limit);
  const items = cut.page.map(({ titles, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    changes: row.changes.map(({ reason, actor, entry_id = null, title, locales = [], asset_ids }) => {
      const now = titles?.[entry_id ?? ''];
      // The former title if it was recorded, or else the current one; null for a purged entry.
      const entry_title = now === undefined ? null : (title ?? now);
      return { reason, actor, entry_id, entry_title, locales, ...(asset_ids && { asset_ids }) };
    }),
  }));
  return { items, hasMore: cut.hasMore };
}

/** An entry in a locale that differs between two snapshots. */
export interface DifferingRow {
  readonly entryId: string;
  readonly locale: string;
  readonly collection: string;
  /** Values as served; null if the snapshot doesn't have them. */
  readonly before: Readonly<Record<string, Json>> | null;
  readonly after: Readonly<Record<string, Json>> | null;
}

/** A page of the differences of the ledger between two sequences, by entry and locale. */
export async function loadDifferences(
  pool: Pool,
  projectId: string,
  fromSeq: number,
  toSeq: number,
  after: readonly [entryId: string, locale: string] | null,
  limit: number,
): Promise<{ readonly differing: readonly DifferingRow[]; readonly hasMore: boolean }> {
  const [afterId, afterLocale] = after ?? ['', ''];
  const at = (seq: number): Sql => sql`SELECT entry_id, locale, collection_key, content_hash, sort_key
    FROM publications WHERE project_id = ${projectId} AND since_seq <= ${seq}::int
      AND (until_seq IS NULL OR until_seq > ${seq}::int) AND (entry_id, locale) > (${afterId}, ${afterLocale})`;
  const page = sql`SELECT d.*, coalesce(octet_length(x.json), 0) + coalesce(octet_length(y.json), 0) AS bytes FROM (
       SELECT coalesce(x.entry_id, y.entry_id) AS entry_id, coalesce(x.locale, y.locale) AS locale,
         coalesce(y.collection_key, x.collection_key) AS collection, x.content_hash AS x_hash, y.content_hash AS y_hash
       FROM (${at(fromSeq)}) x FULL JOIN (${at(toSeq)}) y ON y.entry_id = x.entry_id AND y.locale = x.locale
       WHERE (x.content_hash, x.sort_key, x.collection_key) IS DISTINCT FROM (y.content_hash, y.sort_key, y.collection_key)
       ORDER BY 1, 2 LIMIT ${limit + 1}) d
     LEFT JOIN contents x ON x.project_id = ${projectId} AND x.hash = d.x_hash
     LEFT JOIN contents y ON y.project_id = ${projectId} AND y.hash = d.y_hash`;
  const rows = await query(
    pool,
    sql`SELECT d.entry_id AS "entryId", d.locale, d.collection, d.page_size, b.json AS before, a.json AS after
      FROM (${withinBudget(page, { order: sql`b.entry_id, b.locale`, bytes: sql`b.bytes` })}) d
      LEFT JOIN contents b ON b.project_id = ${projectId} AND b.hash = d.x_hash
      LEFT JOIN contents a ON a.project_id = ${projectId} AND a.hash = d.y_hash ORDER BY 1, 2`,
    { page_size: int, entryId: text, locale: text, collection: text, before: nullable(text), after: nullable(text) },
  );
  const cut = cutPage(rows, limit);
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, Json>));
  const differing = cut.page.map((row) => ({ ...row, before: parse(row.before), after: parse(row.after) }));
  return { differing, hasMore: cut.hasMore };
}
