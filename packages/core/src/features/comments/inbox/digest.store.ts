import type { NotificationKind } from '../../../delivery/notifications/notification.ts';
import { nullable, oneOf, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';

const DIGEST_READER = {
  id: text,
  name: text,
  email: text,
  language: nullable(text),
  /** Notifications until then were mailed before; null when none were. */
  since: nullable(timestamp),
};

/** Someone who gets a mail of what's unread. */
export type DigestReader = RowOf<typeof DIGEST_READER>;

const DIGEST_LINE = {
  kind: oneOf<NotificationKind>(),
  verdict: nullable(text),
  actor: text,
  title: text,
  projectId: text,
  project: text,
};

/** A line of someone's inbox, as a mail shows it. */
export type DigestLine = RowOf<typeof DIGEST_LINE>;

/** Older notifications aren't mailed any more, as when mail was just set up or didn't work for days. */
const OLDEST = '2 days';

/**
 * Takes the next person who has something unread that came until a time and wasn't mailed, and whose last mail is long enough ago.
 * Notifications until then count as mailed from now on, so that no process mails them again.
 */
export async function takeDigestReader(pool: Queryable, until: Date): Promise<DigestReader | null> {
  const [reader] = await query(
    pool,
    sql`UPDATE users u SET mailed_until = ${until}::timestamptz FROM (
        SELECT d.id, d.mailed_until AS since FROM users d JOIN (
            SELECT user_id, max(created_at) AS newest FROM notifications WHERE read_at IS NULL
              AND created_at > ${until}::timestamptz - ${OLDEST}::interval AND created_at <= ${until}::timestamptz
            GROUP BY user_id) n ON n.user_id = d.id
        WHERE d.mail_digest <> 'off' AND d.deactivated_at IS NULL AND (d.mailed_until IS NULL
          OR n.newest > d.mailed_until AND d.mailed_until <= ${until}::timestamptz
            - CASE d.mail_digest WHEN 'hourly' THEN interval '1 hour' ELSE interval '1 day' END)
        ORDER BY d.mailed_until NULLS FIRST LIMIT 1 FOR UPDATE OF d SKIP LOCKED) found
      WHERE u.id = found.id RETURNING u.id, u.name, u.email, u.language, found.since`,
    DIGEST_READER,
  );
  return reader ?? null;
}

/** Undoes `takeDigestReader`, for a mail that couldn't be sent. */
export async function giveBackDigest(pool: Connection, { id, since }: DigestReader, until: Date): Promise<void> {
  await execute(
    pool,
    sql`UPDATE users SET mailed_until = ${since}::timestamptz WHERE id = ${id} AND mailed_until = ${until}::timestamptz`,
  );
}

/** Unread notifications since a person's last mail, oldest first, of projects they're still in and entries they may read. */
export function loadDigest(pool: Queryable, { id, since }: DigestReader, until: Date): Promise<DigestLine[]> {
  return query(
    pool,
    sql`SELECT n.kind, n.verdict, n.actor->>'name' AS actor, e.title, p.id AS "projectId", p.name AS project
      FROM notifications n JOIN projects p ON p.id = n.project_id
        JOIN entries e ON e.id = n.entry_id AND e.trashed_at IS NULL
        JOIN members m ON m.project_id = n.project_id AND m.user_id = n.user_id
        JOIN users u ON u.id = m.user_id AND (u.two_factor_enabled OR u.provider_factor OR NOT p.requires_two_factor)
      WHERE n.user_id = ${id} AND n.read_at IS NULL AND n.created_at <= ${until}::timestamptz
        AND n.created_at > greatest(${since}::timestamptz, ${until}::timestamptz - ${OLDEST}::interval)
        AND (m.limits->'reads' IS NULL OR jsonb_exists(m.limits->'reads', e.collection_key))
      ORDER BY p.name, p.id, n.id`,
    DIGEST_LINE,
  );
}
