import { insertAuditRecords, systemRecord, targetWritten } from '../../platform/audit-records.store.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { SealBroken, type SecretBox } from '../../platform/secret-box.ts';
import type { DisabledReason, WebhookFilter, WebhookRecord } from './webhook.ts';

/**
 * Reads a webhook with its secrets; null when there's none any more.
 *
 * @param now for whether the secret before still signs
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
    not_before: Date | null;
  }>(
    pool,
    sql`SELECT id, project_id, name, url, events, collections, locales, include_values, secret, previous_secret,
      previous_until, status, failing_since, not_before FROM webhooks WHERE id = ${webhookId}`,
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
    ...openAll(box, sealed, row.id),
    status: row.status,
    failingSince: row.failing_since,
    notBefore: row.not_before,
  };
}

/** Opens what signs: without the newest secret, nothing can be sent. */
function openAll(
  box: SecretBox,
  sealed: readonly string[],
  webhookId: string,
): Pick<WebhookRecord, 'secrets' | 'unsignable'> {
  const secrets: string[] = [];
  let unsignable: string | null = null;
  for (const [n, secret] of sealed.entries()) {
    try {
      secrets.push(box.open(secret, webhookId));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      if (n === 0) unsignable = error.message;
    }
  }
  return { secrets, unsignable };
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
  const record = systemRecord({ projectId, action: 'webhook.disable', targetId: id, data: { name, reason }, at: now });
  await execute(
    client,
    sql`WITH guard AS (
        UPDATE webhooks SET status = 'disabled', disabled_reason = ${reason}, disabled_at = ${now}
        WHERE id = ${id} AND status = 'active' RETURNING id
      ) ${insertAuditRecords([record], targetWritten)}`,
  );
}

/** Notes that a webhook took a message. */
export async function noteSuccess(client: Queryable, webhookId: string): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET failing_since = NULL, not_before = NULL
      WHERE id = ${webhookId} AND failing_since IS NOT NULL`,
  );
}

/**
 * Notes that a webhook took no message, and leaves it alone for a while.
 *
 * @param pause how long, by how long it has failed; longer when the receiver wants that
 * @returns since when it has taken none
 */
export async function noteFailure(
  client: Queryable,
  { id, failingSince }: Pick<WebhookRecord, 'id' | 'failingSince'>,
  pause: (since: Date) => number,
  now: Date,
): Promise<Date> {
  const since = failingSince ?? now;
  await execute(
    client,
    sql`UPDATE webhooks SET failing_since = coalesce(failing_since, ${since}::timestamptz),
        not_before = greatest(not_before, ${new Date(now.getTime() + pause(since))}::timestamptz)
      WHERE id = ${id}`,
  );
  return since;
}

/** Forgets secrets whose day beside a newer one is over. */
export async function forgetOldSecrets(client: Queryable, now: Date): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= ${now}::timestamptz`,
  );
}

/**
 * Seals a page of webhooks with the newest key that earlier keys sealed. What can't be opened stays as it is.
 *
 * @param after the id that the page before ended with
 * @param tell is told of each that can't be opened
 * @returns the id that this page ends with; null when there's no more
 */
export async function resealWebhooks(
  pool: Queryable,
  box: SecretBox,
  after: string,
  tell: (webhookId: string, error: SealBroken) => void,
): Promise<string | null> {
  const page = await query<{ id: string; secret: string; previous: string | null }>(
    pool,
    sql`SELECT id, secret, previous_secret AS previous FROM webhooks WHERE id > ${after} ORDER BY id LIMIT 100`,
  );
  for (const { id, secret, previous } of page) {
    if (!box.isStale(secret) && (previous === null || !box.isStale(previous))) continue;
    try {
      const [sealed, old] = [secret, previous].map((text) => text && box.seal(box.open(text, id), id));
      await execute(
        pool,
        sql`UPDATE webhooks SET secret = ${sealed}, previous_secret = ${old} WHERE id = ${id} AND secret = ${secret}`,
      );
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      tell(id, error);
    }
  }
  return page.at(-1)?.id ?? null;
}
