import type { Json, ManifestFile } from '@stele/snapshot';
import type { Pool } from 'pg';
import { type BudgetedRow, cutPage, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { query, type Sql, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { SnapshotItem } from './snapshots.schemas.ts';

/** Files of a snapshot that is still kept. @throws ApiError `snapshot.not_found` */
export async function getSnapshotFilesInProject(
  pool: Pool,
  projectId: string,
  snapshotId: string,
): Promise<readonly ManifestFile[]> {
  const rows = await query<{ files: ManifestFile[] }>(
    pool,
    sql`SELECT files FROM snapshots WHERE id = ${snapshotId} AND project_id = ${projectId} AND swept_at IS NULL`,
  );
  if (!rows[0]) throw new ApiError('snapshot.not_found');
  return rows[0].files;
}

/** A snapshot that is still kept. @throws ApiError `snapshot.not_found` */
export async function getSnapshotInProject(
  pool: Pool,
  projectId: string,
  snapshotId: string,
): Promise<{ readonly id: string; readonly seq: number; readonly schemaVersion: number }> {
  const rows = await query<{ id: string; seq: number; schema_version: number }>(
    pool,
    sql`SELECT id, seq, schema_version FROM snapshots
      WHERE id = ${snapshotId} AND project_id = ${projectId} AND swept_at IS NULL`,
  );
  const row = rows[0];
  if (!row) throw new ApiError('snapshot.not_found');
  return { id: row.id, seq: row.seq, schemaVersion: row.schema_version };
}

/** A page of the changes of what is live before a sequence, newest first. */
export async function loadHistory(
  pool: Pool,
  projectId: string,
  before: number,
  limit: number,
): Promise<{ readonly items: Omit<SnapshotItem, 'live'>[]; readonly hasMore: boolean }> {
  const page = sql`SELECT q.seq, q.snapshot_id, q.project_id, q.changes, q.added, q.changed, q.removed, q.created_at,
      s.swept_at IS NULL AS kept
    FROM live_sequences q JOIN snapshots s ON s.id = q.snapshot_id
    WHERE q.project_id = ${projectId} AND q.seq < ${before} ORDER BY q.seq DESC LIMIT ${limit + 1}`;
  const rows = await query<
    BudgetedRow & {
      seq: number;
      snapshot_id: string;
      changes: (Omit<SnapshotItem['changes'][number], 'entry_title'> & { readonly title?: string })[];
      titles: Readonly<Record<string, string>> | null;
      added: number;
      changed: number;
      removed: number;
      created_at: Date;
      kept: boolean;
    }
  >(
    pool,
    sql`SELECT q.*, (SELECT json_object_agg(e.id, e.title) FROM entries e WHERE e.project_id = q.project_id
          AND e.id IN (SELECT c ->> 'entry_id' FROM jsonb_array_elements(q.changes) c)) AS titles
      FROM (${withinBudget(page, { order: sql`b.seq DESC`, bytes: sql`octet_length(b.changes::text)` })}) q
      ORDER BY q.seq DESC`,
  );
  const cut = cutPage(rows, limit);
  const items = cut.page.map((row) => ({
    sequence: row.seq,
    snapshot_id: row.snapshot_id,
    created_at: row.created_at.toISOString(),
    restorable: row.kept,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    changes: row.changes.map(({ reason, actor, entry_id = null, title, locales = [], asset_ids }) => ({
      reason,
      actor,
      entry_id,
      entry_title: titleOf(row.titles?.[entry_id ?? ''], title),
      locales,
      ...(asset_ids && { asset_ids }),
    })),
  }));
  return { items, hasMore: cut.hasMore };
}

/** What an entry was called then; what it's called now where that wasn't kept, and null for one that is purged. */
function titleOf(now: string | undefined, then: string | undefined): string | null {
  return now === undefined ? null : (then ?? now);
}

/** An entry in a locale that isn't the same in two snapshots. */
export interface DifferingRow {
  readonly entryId: string;
  readonly locale: string;
  readonly collection: string;
  /** Values as served; null where the snapshot lacks them. */
  readonly before: Readonly<Record<string, Json>> | null;
  readonly after: Readonly<Record<string, Json>> | null;
}

/** A page of what differs between the ledger at two sequences, in the order of entries and locales. */
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
  const rows = await query<
    BudgetedRow & {
      entry_id: string;
      locale: string;
      collection: string;
      before: string | null;
      after: string | null;
    }
  >(
    pool,
    sql`SELECT d.entry_id, d.locale, d.collection, d.page_size, b.json AS before, a.json AS after
      FROM (${withinBudget(page, { order: sql`b.entry_id, b.locale`, bytes: sql`b.bytes` })}) d
      LEFT JOIN contents b ON b.project_id = ${projectId} AND b.hash = d.x_hash
      LEFT JOIN contents a ON a.project_id = ${projectId} AND a.hash = d.y_hash ORDER BY 1, 2`,
  );
  const cut = cutPage(rows, limit);
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as Record<string, Json>));
  const differing = cut.page.map((row) => ({
    entryId: row.entry_id,
    locale: row.locale,
    collection: row.collection,
    before: parse(row.before),
    after: parse(row.after),
  }));
  return { differing, hasMore: cut.hasMore };
}
