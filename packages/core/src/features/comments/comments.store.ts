import type { Actor } from '../../platform/actor.ts';
import { BUDGETED, cutPage, withinBudget } from '../../platform/database/byte-budget.store.ts';
import { bool, int, json, list, nullable, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, execute, joinSql, query, type Sql, sql } from '../../platform/database/sql.ts';
import { INBOX_CHANGED, insertEventsFrom } from '../../platform/events.store.ts';
import type { CommentAnchor, CommentView, ThreadView } from './comments.schemas.ts';

/** The columns that `threadsWhere` gives. */
const THREAD = {
  id: text,
  locale: nullable(text),
  path: nullable(text),
  anchor: nullable(json<CommentAnchor>()),
  resolved_at: nullable(timestamp),
  resolved_by: nullable(json<Actor>()),
  comments: json<readonly CommentView[]>(),
};

/** Query for threads `t` with all their comments. */
const threadsWhere = (conditions: readonly Sql[]): Sql => sql`SELECT t.id, t.locale, t.path, t.anchor, t.resolved_at,
    t.resolved_by, (SELECT jsonb_agg(jsonb_build_object('id', c.id, 'author', c.author, 'body', c.body,
      'created_at', c.created_at, 'edited_at', c.edited_at, 'deleted_at', c.deleted_at, 'mentions',
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY u.id), '[]') FROM users u
        WHERE u.id = ANY(c.mentions))) ORDER BY c.id)
      FROM comments c WHERE c.entry_id = t.entry_id AND c.thread_id = t.id) AS comments
  FROM comments t WHERE t.id = t.thread_id AND ${joinSql(conditions, ' AND ')}`;

/** A page of an entry's threads, newest first. */
export async function loadThreads(
  client: Connection,
  projectId: string,
  entryId: string,
  {
    isResolved,
    before,
    limit,
  }: { readonly isResolved: boolean; readonly before: string | null; readonly limit: number },
): Promise<{ readonly threads: ThreadView[]; readonly hasMore: boolean }> {
  const page = sql`${threadsWhere([
    sql`t.entry_id = ${entryId} AND t.project_id = ${projectId} AND (t.resolved_at IS NOT NULL) = ${isResolved}`,
    ...(before === null ? [] : [sql`t.id < ${before}`]),
  ])} ORDER BY t.id DESC LIMIT ${limit + 1}`;
  const order = { order: sql`b.id DESC`, bytes: sql`octet_length(b.comments::text)` };
  const rows = await query(client, sql`${withinBudget(page, order)} ORDER BY id DESC`, { ...THREAD, ...BUDGETED });
  const cut = cutPage(rows, limit);
  return { threads: cut.page.map(toThread), hasMore: cut.hasMore };
}

/** One thread with all its comments; null when there's none. */
export async function loadThread(client: Connection, projectId: string, id: string): Promise<ThreadView | null> {
  const [row] = await query(client, threadsWhere([sql`t.id = ${id} AND t.project_id = ${projectId}`]), THREAD);
  return row ? toThread(row) : null;
}

function toThread({ id, locale, path, anchor, resolved_at, resolved_by, comments }: RowOf<typeof THREAD>): ThreadView {
  const iso = (time: Date | string) => new Date(time).toISOString();
  return {
    id,
    locale,
    path,
    anchor,
    resolved_at: resolved_at && iso(resolved_at),
    resolved_by,
    comments: comments.map((one) => ({
      ...one,
      created_at: iso(one.created_at),
      edited_at: one.edited_at && iso(one.edited_at),
      deleted_at: one.deleted_at && iso(one.deleted_at),
    })),
  };
}

const COMMENT_PLACE = {
  collectionKey: text,
  title: text,
  isTrashed: bool,
  /** Who created the entry and who changed it last. */
  editors: list(text),
  threadId: nullable(text),
  locale: nullable(text),
  path: nullable(text),
  isResolved: bool,
  /** How many comments the thread has, with deleted ones. */
  rows: int,
  /** The thread's comments that aren't deleted, and the people who wrote them or are mentioned. */
  count: int,
  people: list(text),
  authorId: nullable(text),
  body: nullable(text),
  mentions: list(text),
  isDeleted: bool,
};

/** The rows that a change of a comment locks: the entry, the thread's first comment, and the comment. */
export type LockedComment = RowOf<typeof COMMENT_PLACE>;

/** @returns null when the project has no such entry; `threadId` is null when the entry has no such comment */
export async function lockComment(
  client: Connection,
  projectId: string,
  entryId: string,
  commentId: string | null,
): Promise<LockedComment | null> {
  // First of all, so that no two replies count the same comments, and a deletion sees all of them.
  await execute(
    client,
    sql`SELECT 1 FROM comments WHERE id = (SELECT thread_id FROM comments WHERE id = ${commentId}) FOR UPDATE`,
  );
  const [place] = await query(
    client,
    sql`SELECT e.collection_key AS "collectionKey", e.title, e.status = 'trashed' AS "isTrashed",
        ARRAY[e.created_by->>'id', e.updated_by->>'id'] AS editors, t.id AS "threadId", t.locale, t.path,
        t.resolved_at IS NOT NULL AS "isResolved", s.rows, s.count, s.people, c.author->>'id' AS "authorId", c.body,
        coalesce(c.mentions, '{}') AS mentions, c.deleted_at IS NOT NULL AS "isDeleted"
      FROM entries e LEFT JOIN comments c ON c.id = ${commentId} AND c.entry_id = e.id
        LEFT JOIN comments t ON t.id = c.thread_id
        CROSS JOIN LATERAL (SELECT count(DISTINCT o.id)::int AS rows,
          count(DISTINCT o.id) FILTER (WHERE o.deleted_at IS NULL)::int AS count,
          coalesce(array_agg(DISTINCT p.id) FILTER (WHERE o.deleted_at IS NULL), '{}') AS people
          FROM comments o CROSS JOIN LATERAL unnest(o.mentions || (o.author->>'id')) AS p(id)
          WHERE o.entry_id = e.id AND o.thread_id = t.id) s
      WHERE e.id = ${entryId} AND e.project_id = ${projectId}`,
    COMMENT_PLACE,
  );
  return place ?? null;
}

/** Finds the people of a list who are members of a project and may read a collection. */
export async function membersWhoRead(
  client: Connection,
  projectId: string,
  collectionKey: string,
  people: readonly string[],
): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = await query(
    client,
    sql`SELECT user_id AS id FROM members m WHERE project_id = ${projectId} AND user_id = ANY(${[...people]})
      AND (limits->'reads' IS NULL OR jsonb_exists(limits->'reads', ${collectionKey}::text)) ORDER BY user_id`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** Removes a comment: its text, and its lines in inboxes; the whole thread when nothing else is in it. */
export async function removeComment(
  client: Connection,
  {
    projectId,
    id,
    threadId,
    isLast,
    at,
  }: {
    readonly projectId: string;
    readonly id: string;
    readonly threadId: string;
    readonly isLast: boolean;
    readonly at: Date;
  },
): Promise<void> {
  await execute(
    client,
    sql`WITH gone AS (DELETE FROM notifications WHERE comment_id = ${id} RETURNING user_id)
      ${insertEventsFrom(sql`SELECT DISTINCT ${projectId}::text, ${INBOX_CHANGED}::text, user_id, '{}'::jsonb, ${at}::timestamptz
        FROM gone`)}`,
  );
  await execute(
    client,
    isLast
      ? sql`DELETE FROM comments WHERE thread_id = ${threadId} AND project_id = ${projectId}`
      : sql`UPDATE comments SET body = '', mentions = '{}', deleted_at = ${at}::timestamptz WHERE id = ${id}`,
  );
}

/** Resolves a thread, or reopens it. */
export async function setResolved(
  client: Connection,
  threadId: string,
  by: { readonly at: Date; readonly actor: Actor } | null,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE comments SET resolved_at = ${by?.at ?? null}::timestamptz,
      resolved_by = ${by && JSON.stringify(by.actor)}::jsonb WHERE id = ${threadId}`,
  );
}
