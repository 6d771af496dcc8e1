import { SYSTEM } from '../platform/actor.ts';
import { insertAuditRecords } from '../platform/audit-records.store.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { text } from '../platform/database/row.ts';
import { execute, query, sql } from '../platform/database/sql.ts';
import type { WriteContext } from '../platform/write-context.ts';
import { entryActions } from './entry.names.ts';
import { TRASH_RETENTION_MS } from './entry.ts';

const BATCH = 500;

/**
 * Permanently removes entries that have been in the trash for 30 days, with their drafts and versions. Snapshots keep
 * their content.
 *
 * @returns how many were removed
 */
export async function purgeTrash({ database, clock }: WriteContext['services']): Promise<number> {
  const at = clock.now();
  const before = new Date(at.getTime() - TRASH_RETENTION_MS);
  for (let purged = 0; ; ) {
    const count = await inTransaction(database.pool, async (tx) => {
      const gone = await query(
        tx,
        sql`WITH due AS MATERIALIZED (
            SELECT id, project_id FROM entries WHERE trashed_at <= ${before} ORDER BY trashed_at LIMIT ${BATCH}
          ), open AS MATERIALIZED (
            SELECT id FROM projects WHERE id IN (SELECT project_id FROM due) ORDER BY id
            FOR KEY SHARE SKIP LOCKED
          )
          DELETE FROM entries WHERE id IN (SELECT due.id FROM open JOIN due ON due.project_id = open.id)
            AND trashed_at <= ${before} RETURNING id, project_id, title, collection_key`,
        { id: text, project_id: text, title: text, collection_key: text },
      );
      if (gone.length === 0) return 0;
      return execute(
        tx,
        insertAuditRecords(
          gone.map(({ id, project_id: projectId, title, collection_key }) => ({
            projectId,
            action: entryActions['entry.purge'],
            targetId: id,
            actor: SYSTEM,
            requestId: null,
            data: { title, collection_key },
            at,
          })),
        ),
      );
    });
    purged += count;
    if (count < BATCH) return purged;
  }
}
