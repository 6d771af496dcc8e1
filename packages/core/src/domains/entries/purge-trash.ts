import { newId } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { TRASH_RETENTION_MS } from './entries.store.ts';

/** Entries that one statement removes. */
const BATCH = 500;

/**
 * Removes entries for good that have been in the trash for 30 days, with their drafts and versions. What snapshots hold
 * of them stays.
 *
 * @returns how many were removed
 */
export async function purgeTrash({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - TRASH_RETENTION_MS);
  const actor = JSON.stringify({ type: 'system', id: 'system', name: 'System' });
  for (let purged = 0; ; ) {
    const ids = Array.from({ length: BATCH }, () => newId('audit'));
    const count = await database.prisma.$executeRaw`
      WITH due AS MATERIALIZED (
        SELECT id, project_id FROM entries WHERE trashed_at <= ${before} ORDER BY trashed_at LIMIT ${BATCH}
      ), open AS MATERIALIZED (
        SELECT id FROM projects WHERE id IN (SELECT project_id FROM due) AND NOT restoring ORDER BY id
        FOR KEY SHARE SKIP LOCKED
      ), gone AS (
        DELETE FROM entries WHERE id IN (SELECT due.id FROM open JOIN due ON due.project_id = open.id)
          AND trashed_at <= ${before} RETURNING id, project_id, title
      ), numbered AS (
        SELECT *, row_number() OVER () AS place FROM gone
      )
      INSERT INTO audit_records (id, project_id, action, target_id, actor, request_id, data, created_at)
      SELECT (${ids}::text[])[place], project_id, 'entry.purge', id, ${actor}::jsonb, NULL,
        jsonb_build_object('title', title), ${clock.now()}
      FROM numbered`;
    purged += count;
    if (count < BATCH) return purged;
  }
}
