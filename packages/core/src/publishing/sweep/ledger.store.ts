import type { Pool } from 'pg';
import type { PrismaClient } from '../../generated/prisma/client.ts';

const BATCH = 5_000;

/** Removes rows of the ledger that stand in no kept snapshot. @returns how many */
export async function deleteClosedPublications(pool: Pool, projectId: string): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(
      `DELETE FROM publications WHERE (project_id, entry_id, locale, since_seq) IN (
         SELECT l.project_id, l.entry_id, l.locale, l.since_seq FROM publications l
         WHERE l.project_id = $1 AND l.until_seq IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM snapshots s WHERE s.project_id = l.project_id AND s.swept_at IS NULL
             AND s.seq >= l.since_seq AND s.seq < l.until_seq)
         LIMIT ${BATCH})`,
      [projectId],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}

/** Removes contents that no row of the ledger names. @returns how many */
export async function deleteUnusedContents(prisma: PrismaClient, pool: Pool, projectId: string): Promise<number> {
  const unused = `NOT EXISTS (SELECT 1 FROM publications l WHERE l.project_id = c.project_id AND l.content_hash = c.hash)`;
  for (let deleted = 0; ; ) {
    const { rows } = await pool.query<{ hash: string }>(
      `SELECT c.hash FROM contents c WHERE c.project_id = $1 AND ${unused} LIMIT ${BATCH}`,
      [projectId],
    );
    const count = await prisma.$transaction(async (tx) => {
      // A publish, which may name a content again, locks the project's row before it looks at contents.
      await tx.$queryRaw`SELECT id FROM projects WHERE id = ${projectId} FOR UPDATE`;
      return tx.$executeRawUnsafe(
        `DELETE FROM contents c WHERE c.project_id = $1 AND c.hash = ANY($2) AND ${unused}`,
        projectId,
        rows.map((row) => row.hash),
      );
    });
    deleted += count;
    if (rows.length < BATCH) return deleted;
  }
}
