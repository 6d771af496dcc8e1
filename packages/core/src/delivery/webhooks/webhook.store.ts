import { SYSTEM } from '../../platform/actor.ts';
import { insertAuditRecords } from '../../platform/audit-records.store.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { DisabledReason, WebhookFilter, WebhookRecord } from './webhook.ts';

/**
 * Reads a webhook with its secrets; null when there's none any more.
 *
 * @param now for whether the secret before still signs
 * @throws SealBroken when its secrets can't be opened
 */
export async function loadWebhook(
  pool: Queryable,
  box: SecretBox,
  webhookId: string,
  now: Date,
): Promise<WebhookRecord | null> {
  const [row] = await query<{
    id: string;
    project_id: string;
    name: string;
    url: string;
    events: string[];
    collections: string[];
    locales: string[];
    include_values: boolean;
    secret: string;
    previous_secret: string | null;
    previous_until: Date | null;
    status: WebhookRecord['status'];
    failing_since: Date | null;
  }>(
    pool,
    sql`SELECT id, project_id, name, url, events, collections, locales, include_values, secret, previous_secret,
      previous_until, status, failing_since FROM webhooks WHERE id = ${webhookId}`,
  );
  if (!row) return null;
  const isOldValid = row.previous_until !== null && row.previous_until > now;
  const sealed = [row.secret, ...(isOldValid && row.previous_secret !== null ? [row.previous_secret] : [])];
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    url: row.url,
    events: row.events,
    collections: row.collections,
    locales: row.locales,
    includeValues: row.include_values,
    secrets: sealed.map((secret) => box.open(secret, row.id)),
    status: row.status,
    failingSince: row.failing_since,
  };
}

/** What a webhook is to be told of, and since when. */
export interface ToldWebhook extends WebhookFilter {
  readonly id: string;
  readonly includeValues: boolean;
  readonly createdAt: Date;
}

/** The webhooks of a project. For one that is disabled, messages wait. */
export function loadToldWebhooks(client: Queryable, projectId: string): Promise<ToldWebhook[]> {
  return query(
    client,
    sql`SELECT id, events, collections, locales, include_values AS "includeValues", created_at AS "createdAt"
      FROM webhooks WHERE project_id = ${projectId} ORDER BY id`,
  );
}

/** Stops telling a webhook of events, and puts that on record. */
export async function disableWebhook(
  client: Queryable,
  { id, projectId, name }: Pick<WebhookRecord, 'id' | 'projectId' | 'name'>,
  reason: DisabledReason,
  now: Date,
): Promise<void> {
  const audit = insertAuditRecords(
    [
      {
        projectId,
        action: 'webhook.disable',
        targetId: id,
        actor: SYSTEM,
        requestId: null,
        data: { name, reason },
        at: now,
      },
    ],
    sql`a.target_id IN (SELECT id FROM guard)`,
  );
  await execute(
    client,
    sql`WITH guard AS (
        UPDATE webhooks SET status = 'disabled', disabled_reason = ${reason}, disabled_at = ${now}
        WHERE id = ${id} AND status = 'active' RETURNING id
      ) ${audit}`,
  );
}

/** Notes that a webhook took a message. */
export async function noteSuccess(client: Queryable, webhookId: string): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET failing_since = NULL WHERE id = ${webhookId} AND failing_since IS NOT NULL`,
  );
}

/** Notes that a webhook took no message. @returns since when that is so */
export async function noteFailure(client: Queryable, webhookId: string, now: Date): Promise<Date> {
  const [row] = await query<{ since: Date }>(
    client,
    sql`UPDATE webhooks SET failing_since = coalesce(failing_since, ${now}::timestamptz) WHERE id = ${webhookId}
      RETURNING failing_since AS since`,
  );
  return row?.since ?? now;
}

/**
 * Seals a page of webhooks with the newest key that earlier keys sealed.
 *
 * @param after the id that the page before ended with
 * @returns the id that this page ends with; null when there's no more
 */
export async function resealWebhooks(pool: Queryable, box: SecretBox, after: string): Promise<string | null> {
  const page = await query<{ id: string; secret: string; previous: string | null }>(
    pool,
    sql`SELECT id, secret, previous_secret AS previous FROM webhooks WHERE id > ${after} ORDER BY id LIMIT 100`,
  );
  const again = (sealed: string | null, id: string): string | null => sealed && box.seal(box.open(sealed, id), id);
  for (const { id, secret, previous } of page) {
    if (!box.isStale(secret) && (previous === null || !box.isStale(previous))) continue;
    await execute(
      pool,
      sql`UPDATE webhooks SET secret = ${again(secret, id)}, previous_secret = ${again(previous, id)}
        WHERE id = ${id} AND secret = ${secret}`,
    );
  }
  return page.at(-1)?.id ?? null;
}
