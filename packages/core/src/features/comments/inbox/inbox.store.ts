import type { ReadableCollections } from '../../../access/permissions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { int, json, nullable, oneOf, text, timestamp } from '../../../platform/database/row.ts';
import { type Connection, emptySql, execute, joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { INBOX_CHANGED, insertEventsFrom } from '../../../platform/events.store.ts';
import type { InboxItem, ListInboxInput } from './inbox.schemas.ts';

/** Whose inbox, and what they may read by now. */
export interface InboxOwner {
  readonly projectId: string;
  readonly userId: string;
  readonly reads: ReadableCollections;
}

/** The most unread lines that are counted. */
const MOST_COUNTED = 100;
const EXCERPT_LENGTH = 160;

/** A comment, with the names of people whom it mentions. */
interface InboxComment {
  readonly id: string;
  readonly thread_id: string;
  readonly body: string;
  readonly names: Readonly<Record<string, string>> | null;
}

const isOf = ({ projectId, userId }: InboxOwner): Sql => sql`n.project_id = ${projectId} AND n.user_id = ${userId}`;

/** Joins the entry where someone may not read all. */
function readable({ reads }: InboxOwner): Sql {
  return reads === null
    ? emptySql
    : sql`AND EXISTS (SELECT FROM entries r WHERE r.id = n.entry_id AND r.collection_key = ANY(${[...reads]}))`;
}

/** Lines of an inbox before one, newest first. */
export async function loadInbox(
  client: Connection,
  owner: InboxOwner,
  { unread, kind }: Pick<ListInboxInput, 'unread' | 'kind'>,
  before: string | null,
  limit: number,
): Promise<InboxItem[]> {
  const conditions = [isOf(owner)];
  if (unread) conditions.push(sql`n.read_at IS NULL`);
  if (kind !== undefined) conditions.push(sql`n.kind = ANY(${kind}::text[])`);
  if (before !== null) conditions.push(sql`n.id < ${before}`);
  const rows = await query(
    client,
    sql`SELECT n.id, n.kind, n.verdict, n.note, n.actor, n.created_at, n.read_at,
        jsonb_build_object('id', e.id, 'collection_key', e.collection_key, 'title', e.title) AS entry,
        CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'thread_id', c.thread_id, 'body', c.body,
          'names', (SELECT jsonb_object_agg(u.id, u.name) FROM users u WHERE u.id = ANY(c.mentions))) END AS comment
      FROM notifications n JOIN entries e ON e.id = n.entry_id LEFT JOIN comments c ON c.id = n.comment_id
      WHERE ${joinSql(conditions, ' AND ')} ${readable(owner)} ORDER BY n.id DESC LIMIT ${limit}`,
    {
      id: text,
      kind: oneOf<InboxItem['kind']>(),
      verdict: nullable(oneOf<NonNullable<InboxItem['verdict']>>()),
      note: nullable(text),
      actor: json<Actor>(),
      created_at: timestamp,
      read_at: nullable(timestamp),
      entry: json<InboxItem['entry']>(),
      comment: nullable(json<InboxComment>()),
    },
  );
  return rows.map((row) => ({
    ...row,
    comment: row.comment && {
      id: row.comment.id,
      thread_id: row.comment.thread_id,
      excerpt: excerptOf(row.comment.body, row.comment.names ?? {}),
    },
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }));
}

/** The beginning of a comment's text, with the names of whom it mentions. */
function excerptOf(body: string, names: Readonly<Record<string, string>>): string {
  return body.replace(/@\[(usr_[0-9a-z]+)\]/g, (_, id: string) => `@${names[id] ?? '…'}`).slice(0, EXCERPT_LENGTH);
}

/** How many lines are unread, or the most that are counted. */
export async function countUnread(client: Connection, owner: InboxOwner): Promise<number> {
  const [row] = await query(
    client,
    sql`SELECT count(*)::int AS count FROM (SELECT FROM notifications n WHERE ${isOf(owner)} AND n.read_at IS NULL
      ${readable(owner)} LIMIT ${MOST_COUNTED}) u`,
    { count: int },
  );
  return row?.count ?? 0;
}

/** Marks lines as read, all without ids, and tells the person's other screens. */
export async function markRead(
  client: Connection,
  owner: InboxOwner,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<void> {
  const these = ids === undefined ? emptySql : sql`AND n.id = ANY(${[...ids]})`;
  await execute(
    client,
    sql`WITH marked AS (UPDATE notifications n SET read_at = ${at}::timestamptz
        WHERE ${isOf(owner)} AND n.read_at IS NULL ${these} RETURNING n.user_id)
      ${insertEventsFrom(sql`SELECT DISTINCT ${owner.projectId}::text, ${INBOX_CHANGED}::text, user_id, '{}'::jsonb,
        ${at}::timestamptz FROM marked`)}`,
  );
}
