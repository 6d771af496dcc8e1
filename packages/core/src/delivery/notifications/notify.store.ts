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
  /** Of a review: what was done, and said. */
  readonly verdict?: 'asked' | 'approved' | 'sent_back';
  readonly note?: string | null;
  readonly actor: Actor;
  readonly at: Date;
}

/** News of an action, for the reasons that it declares. */
export type NewsOf<Action extends { readonly inbox: readonly NotificationKind[] }> = News & {
  readonly kind: Action['inbox'][number];
};

/** Puts lines into people's inboxes, in the transaction of what they're told of, and tells their open screens: one statement. */
export async function notify(tx: Connection, ...news: readonly News[]): Promise<void> {
  const lines = news.flatMap(({ people, ...line }) =>
    [...new Set(people)]
      .filter((one) => one !== line.actor.id)
      .map((user) => ({ ...line, id: newId('notification'), user })),
  );
  if (lines.length === 0) return;
  // Members read all collections, but for those whose limits say otherwise: `readableIn` decides the same.
  await execute(
    tx,
    sql`WITH told AS (
        INSERT INTO notifications (id, project_id, user_id, kind, entry_id, comment_id, verdict, note, actor, created_at)
        SELECT n.id, e.project_id, m.user_id, n.kind, e.id, n."commentId", n.verdict, n.note, n.actor, n.at
        FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS n(id text, "projectId" text, "user" text, kind text,
            "entryId" text, "commentId" text, verdict text, note text, actor jsonb, at timestamptz)
          JOIN entries e ON e.id = n."entryId" AND e.project_id = n."projectId"
          JOIN members m ON m.project_id = e.project_id AND m.user_id = n."user"
        WHERE m.limits->'reads' IS NULL OR jsonb_exists(m.limits->'reads', e.collection_key)
        RETURNING project_id, user_id, created_at)
      ${insertEventsFrom(sql`SELECT project_id, ${INBOX_CHANGED}::text, user_id, '{}'::jsonb, created_at FROM told`)}`,
  );
}
