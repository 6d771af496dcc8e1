import type { Actor } from '../../platform/actor.ts';
import { type Connection, execute, sql } from '../../platform/database/sql.ts';
import { INBOX_CHANGED, insertEventsFrom } from '../../platform/events.store.ts';
import { newId } from '../../platform/ids.ts';
import type { NotificationKind } from './notification.ts';

/** Something that people are told of. */
export interface News {
  readonly projectId: string;
  /** Ids of the people. Not told are the actor, and those who may not read the entry or aren't members. */
  readonly people: readonly string[];
  readonly kind: NotificationKind;
  readonly entryId: string;
  /** The comment that it's about; the line goes when the comment does. */
  readonly commentId?: string;
  readonly actor: Actor;
  readonly at: Date;
}

/** Puts a line into people's inboxes, in the transaction of what they're told of, and tells their open screens: one statement. */
export async function notify(tx: Connection, news: News): Promise<void> {
  const { projectId, kind, entryId, commentId = null, actor, at } = news;
  const people = [...new Set(news.people)].filter((one) => one !== actor.id);
  if (people.length === 0) return;
  const ids = people.map(() => newId('notification'));
  // Members read all collections, but for those whose limits say otherwise: `readableIn` decides the same.
  await execute(
    tx,
    sql`WITH told AS (
        INSERT INTO notifications (id, project_id, user_id, kind, entry_id, comment_id, actor, created_at)
        SELECT n.id, e.project_id, m.user_id, ${kind}::text, e.id, ${commentId}::text, ${JSON.stringify(actor)}::jsonb, ${at}::timestamptz
        FROM unnest(${ids}::text[], ${people}::text[]) AS n(id, user_id)
          JOIN entries e ON e.id = ${entryId} AND e.project_id = ${projectId}
          JOIN members m ON m.project_id = e.project_id AND m.user_id = n.user_id
        WHERE m.limits->'reads' IS NULL OR jsonb_exists(m.limits->'reads', e.collection_key)
        RETURNING user_id)
      ${insertEventsFrom(sql`SELECT ${projectId}::text, ${INBOX_CHANGED}::text, user_id, '{}'::jsonb, ${at}::timestamptz FROM told`)}`,
  );
}
