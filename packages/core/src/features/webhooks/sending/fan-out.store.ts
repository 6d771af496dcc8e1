import { TEXT_PICTURES } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { int, json, text, timestamp } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, rowsOf, type Sql, sql } from '../../../platform/database/sql.ts';
import type { StoredEvent } from './message.ts';

const STORED_EVENT = {
  id: text,
  projectId: text,
  kind: text,
  subjectId: text,
  data: json<StoredEvent['data']>(),
  createdAt: timestamp,
};

/** Columns of an event `e`. */
const EVENT_COLUMNS: Sql = sql`e.id::text AS id, e.project_id AS "projectId", e.kind, e.subject_id AS "subjectId", e.data,
  e.created_at AS "createdAt"`;

/** Takes events of a project that haven't been fanned out, oldest first, and locks them until the transaction ends. */
export function takeEvents(client: Queryable, projectId: string, limit: number): Promise<StoredEvent[]> {
  return query(
    client,
    sql`SELECT ${EVENT_COLUMNS} FROM events e WHERE e.project_id = ${projectId} AND NOT e.fanned_out
      ORDER BY e.id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    STORED_EVENT,
  );
}

/** Events of a project between two times, oldest first. @param after the last id of the previous page, a number */
export function loadEvents(
  client: Queryable,
  projectId: string,
  {
    from,
    to,
    after,
    limit,
  }: { readonly from: Date; readonly to: Date; readonly after: string; readonly limit: number },
): Promise<StoredEvent[]> {
  return query(
    client,
    sql`SELECT ${EVENT_COLUMNS} FROM events e WHERE e.project_id = ${projectId} AND e.id > ${after}::bigint
        AND e.created_at >= ${from}::timestamptz AND e.created_at <= ${to}::timestamptz
      ORDER BY e.id LIMIT ${limit}`,
    STORED_EVENT,
  );
}

/** Projects with webhooks and events that should have been fanned out by now. */
export async function findLateProjects(client: Queryable, before: Date): Promise<string[]> {
  const rows = await query(
    client,
    sql`SELECT DISTINCT w.project_id AS id FROM webhooks w WHERE EXISTS (
      SELECT FROM events e WHERE e.project_id = w.project_id AND NOT e.fanned_out AND e.created_at < ${before}::timestamptz)
      LIMIT 1000`,
    { id: text },
  );
  return rows.map(({ id }) => id);
}

/** Skips events from before the project's first webhook. */
export async function skipOlderEvents(client: Queryable, projectId: string): Promise<void> {
  await execute(
    client,
    sql`UPDATE events SET fanned_out = true WHERE project_id = ${projectId} AND NOT fanned_out
      AND created_at < (SELECT min(created_at) FROM webhooks WHERE project_id = ${projectId})`,
  );
}

/** Records that events were fanned out. */
export async function markFannedOut(client: Queryable, eventIds: readonly string[]): Promise<void> {
  await execute(client, sql`UPDATE events SET fanned_out = true WHERE id = ANY(${eventIds}::bigint[])`);
}

/** An entry's version as it was published. */
export interface PublishedVersion {
  readonly entryId: string;
  readonly version: number;
}

/** The published values of entries by id and version, then by locale. Values that are no longer kept are left out. */
export async function loadPublishedValues(
  client: Queryable,
  projectId: string,
  versions: readonly PublishedVersion[],
): Promise<Map<string, Map<string, Json>>> {
  const rows = await query(
    client,
    sql`SELECT DISTINCT ON (p.entry_id, p.version, p.locale) p.entry_id, p.version, p.locale, c.json
      FROM ${rowsOf('v', versions, { entry_id: ['text', ({ entryId }) => entryId], version: ['int', ({ version }) => version] })}
        JOIN publications p ON p.project_id = ${projectId} AND p.entry_id = v.entry_id AND p.version = v.version
        JOIN contents c ON c.project_id = p.project_id AND c.hash = p.content_hash
      ORDER BY p.entry_id, p.version, p.locale, p.since_seq DESC`,
    { entry_id: text, version: int, locale: text, json: text },
  );
  const values = new Map<string, Map<string, Json>>();
  for (const { entry_id: entryId, version, locale, json } of rows) {
    const key = publishedKey({ entryId, version });
    // Messages are short: what only builds need is left out.
    const { [TEXT_PICTURES]: _, ...fields } = JSON.parse(json) as Record<string, Json>;
    values.set(key, (values.get(key) ?? new Map()).set(locale, fields));
  }
  return values;
}

/** The key of a published version in the result of `loadPublishedValues`. */
export function publishedKey({ entryId, version }: PublishedVersion): string {
  return `${entryId} ${version}`;
}
