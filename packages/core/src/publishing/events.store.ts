import type { PrismaClient } from '../generated/prisma/client.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** What happened to published content, for those who act on it. */
export interface PublishingEvent {
  readonly kind:
    | 'snapshot.live'
    | 'entry.published'
    | 'entry.unpublished'
    | 'entry.deleted'
    | 'entry.moved'
    /** What is live of it shows an asset that has changed. */
    | 'entry.rerendered';
  /** The snapshot or the entry. */
  readonly subjectId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Statement that puts events into the outbox: written in the transaction of what they tell, so that none is lost and none
 * is made up.
 */
export function insertEvents(projectId: string, at: Date, events: readonly PublishingEvent[]): Sql {
  const rows = events.map(({ kind, subjectId, data }) => ({ kind, subject_id: subjectId, data }));
  return sql`INSERT INTO events (project_id, kind, subject_id, data, created_at)
    SELECT ${projectId}, e.kind, e.subject_id, e.data, ${at}
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (kind text, subject_id text, data jsonb))
      WITH ORDINALITY AS e(kind, subject_id, data, place) ORDER BY e.place`;
}

/** Events are kept for so long. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes events whose time is over. @returns how many there were */
export async function deleteOldEvents(prisma: PrismaClient, now: Date): Promise<number> {
  const { count } = await prisma.event.deleteMany({ where: { createdAt: { lt: new Date(now.getTime() - KEEP_MS) } } });
  return count;
}
