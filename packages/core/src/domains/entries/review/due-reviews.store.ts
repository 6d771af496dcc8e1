import { notify } from '../../../delivery/notifications/notify.store.ts';
import { settledSql } from '../../../entries/settled.store.ts';
import { SYSTEM } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { text } from '../../../platform/database/row.ts';
import { query, sql } from '../../../platform/database/sql.ts';
import type { WriteContext } from '../../../platform/write-context.ts';

const BATCH = 100;
/** When a day is over everywhere on Earth, in UTC. */
const DAY_ENDS_MS = 12 * 60 * 60_000;

/** Tells people of entries that they take care of and whose day has passed, unless they're approved or live. @returns how many there were */
export async function tellDue({ database, clock }: WriteContext['services']): Promise<number> {
  const at = clock.now();
  const today = new Date(at.getTime() - DAY_ENDS_MS).toISOString().slice(0, 10);
  for (let total = 0; ; ) {
    const count = await inTransaction(database.pool, async (client) => {
      const due = await query(
        client,
        sql`UPDATE entry_reviews r SET due_told = true FROM (
            SELECT d.entry_id FROM entry_reviews d JOIN entries e ON e.id = d.entry_id
            WHERE NOT d.due_told AND d.due_on < ${today}::date AND d.assignee_id IS NOT NULL AND e.trashed_at IS NULL
              AND NOT ${settledSql(sql`e`)}
              AND (d.approved_version IS NULL OR d.approved_version < e.values_version)
            LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED FOR KEY SHARE OF e SKIP LOCKED) found
          WHERE r.entry_id = found.entry_id
          RETURNING r.entry_id AS "entryId", r.project_id AS "projectId", r.assignee_id AS "assigneeId"`,
        { entryId: text, projectId: text, assigneeId: text },
      );
      for (const { assigneeId, ...about } of due) {
        await notify(client, { ...about, people: [assigneeId], kind: 'due', actor: SYSTEM, at });
      }
      return due.length;
    });
    total += count;
    if (count < BATCH) return total;
  }
}
