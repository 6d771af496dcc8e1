import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { text } from '../../platform/database/row.ts';
import { execute, query, sql } from '../../platform/database/sql.ts';

const BATCH = 5_000;

/**
 * Removes rows of the ledger that belong to no kept snapshot, and to none that ended after a time. While a snapshot can be read,
 * the ledger must have the assets that it shows. A snapshot can have been live more than once.
 *
 * @returns how many were removed
 */
export async function deleteClosedPublications(pool: Pool, projectId: string, endedAfter: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await execute(
      pool,
      sql`DELETE FROM publications WHERE (project_id, entry_id, locale, since_seq) IN (
        SELECT l.project_id, l.entry_id, l.locale, l.since_seq FROM publications l
        WHERE l.project_id = ${projectId} AND l.until_seq IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM live_sequences q JOIN snapshots s ON s.id = q.snapshot_id
          WHERE q.project_id = l.project_id AND q.seq >= l.since_seq AND q.seq < l.until_seq
            AND (s.swept_at IS NULL OR s.swept_at > ${endedAfter}))
        LIMIT ${BATCH})`,
    );
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/** Removes contents that no row of the ledger refers to. @returns how many were removed */
export async function deleteUnusedContents(prisma: PrismaClient, pool: Pool, projectId: string): Promise<number> {
  const unused = sql`NOT EXISTS (
    SELECT 1 FROM publications l WHERE l.project_id = c.project_id AND l.content_hash = c.hash)`;
  for (let deleted = 0; ; ) {
    const rows = await query(
      pool,
      sql`SELECT c.hash FROM contents c WHERE c.project_id = ${projectId} AND ${unused} LIMIT ${BATCH}`,
      { hash: text },
    );
    const count = await prisma.$transaction(async (tx) => {
      // A publish may refer to a content again, but it locks the project's row before it reads contents.
      await execute(tx, sql`SELECT id FROM projects WHERE id = ${projectId} FOR UPDATE`);
      const hashes = rows.map((row) => row.hash);
      return execute(
        tx,
        sql`DELETE FROM contents c WHERE c.project_id = ${projectId} AND c.hash = ANY(${hashes}) AND ${unused}`,
      );
    });
    deleted += count;
    if (rows.length < BATCH) return deleted;
  }
}
