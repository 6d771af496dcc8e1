import type { FileChange, Json } from '@stele/snapshot';
import type { Pool } from 'pg';
import { query, sql } from '../platform/database/sql.ts';

/** How many rows of the ledger are live, by collection. */
export async function countLiveRows(pool: Pool, projectId: string): Promise<Map<string, number>> {
  const rows = await query<{ collection_key: string; count: number }>(
    pool,
    sql`SELECT collection_key, count(*)::int AS count FROM publications
      WHERE project_id = ${projectId} AND until_seq IS NULL GROUP BY collection_key`,
  );
  return new Map(rows.map((row) => [row.collection_key, row.count]));
}

/** Everything that the ledger says is live in one collection and locale, as changes to an empty file. */
export async function loadLiveFile(
  pool: Pool,
  file: { readonly projectId: string; readonly collection: string; readonly locale: string },
): Promise<FileChange[]> {
  const rows = await query<{
    entry_id: string;
    version: number;
    schema_version: number;
    sort_key: string;
    published_at: Date;
    json: string;
  }>(
    pool,
    sql`SELECT l.entry_id, l.version, l.schema_version, l.sort_key, l.published_at, c.json
      FROM publications l JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
      WHERE l.project_id = ${file.projectId} AND l.collection_key = ${file.collection} AND l.locale = ${file.locale}
        AND l.until_seq IS NULL`,
  );
  return rows.map((row) => ({
    id: row.entry_id,
    key: row.sort_key,
    entry: {
      id: row.entry_id,
      version: row.version,
      schema_version: row.schema_version,
      published_at: row.published_at.toISOString(),
      values: JSON.parse(row.json) as Record<string, Json>,
    },
  }));
}
