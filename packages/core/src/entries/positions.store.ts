import type { Pool } from 'pg';
import { list, text } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';

/** Published content. */
export interface LiveContent {
  readonly json: string;
  readonly refersTo: readonly string[];
}

/** Positions of entries by id; those that aren't in the collection, or are in the trash, are missing. */
export async function loadPositions(
  pool: Pool,
  projectId: string,
  collection: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query(
    pool,
    sql`SELECT id, position FROM entries
      WHERE project_id = ${projectId} AND collection_key = ${collection} AND id = ANY(${entryIds})
        AND status <> 'trashed'`,
    { id: text, position: text },
  );
  return new Map(rows.map((row) => [row.id, row.position]));
}

/** The next position after another, ignoring some entries; null after the last one. */
export async function findNextPosition(
  pool: Pool,
  projectId: string,
  collection: string,
  position: string,
  except: readonly string[],
): Promise<string | null> {
  const rows = await query(
    pool,
    sql`SELECT position FROM entries
      WHERE project_id = ${projectId} AND collection_key = ${collection} AND position COLLATE "C" > ${position}
        AND NOT id = ANY(${except}) ORDER BY position COLLATE "C" LIMIT 1`,
    { position: text },
  );
  return rows[0]?.position ?? null;
}

/** Entries with the same position as another that come after it, in order, ignoring some entries. */
export async function findLaterWithSamePosition(
  pool: Pool,
  projectId: string,
  collection: string,
  entryId: string,
  except: readonly string[],
): Promise<string[]> {
  const rows = await query(
    pool,
    sql`SELECT e.id FROM entries o JOIN entries e ON e.project_id = o.project_id AND e.collection_key = o.collection_key
        AND e.position COLLATE "C" = o.position AND e.id > o.id
      WHERE o.project_id = ${projectId} AND o.collection_key = ${collection} AND o.id = ${entryId}
        AND e.status <> 'trashed' AND NOT e.id = ANY(${except})
      ORDER BY e.id`,
    { id: text },
  );
  return rows.map((row) => row.id);
}

/** Published content of some entries, by its hash. */
export async function loadLiveContents(
  pool: Pool,
  projectId: string,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, LiveContent>> {
  const rows = await query(
    pool,
    sql`SELECT DISTINCT c.hash, c.json, c.refers_to FROM publications l
      JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
      WHERE l.project_id = ${projectId} AND l.entry_id = ANY(${entryIds}) AND l.until_seq IS NULL`,
    { hash: text, json: text, refers_to: list(text) },
  );
  return new Map(rows.map(({ hash, json, refers_to: refersTo }) => [hash, { json, refersTo }]));
}
