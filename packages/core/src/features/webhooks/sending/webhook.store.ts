import { insertAuditRecords, systemRecord, targetWritten } from '../../../platform/audit-records.store.ts';
import { bool, list, nullable, oneOf, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import { SealBroken, type SecretBox } from '../../../platform/secret-box.ts';
import type { DisabledReason, WebhookRecord } from './webhook.ts';

const FILTER = { events: list(text), collections: list(text), locales: list(text) };

/**
 * Reads a webhook with its secrets; null when it no longer exists.
 *
 * @param now decides whether the previous secret is still valid
 */
export async function loadWebhook(
  pool: Queryable,
  box: SecretBox,
  webhookId: string,
  now: Date,
): Promise<WebhookRecord | null> {
  const [row] = await query(
    pool,
    sql`SELECT id, project_id AS "projectId", name, url, events, collections, locales, include_values AS "includeValues", status,
        failing_since AS "failingSince", not_before AS "notBefore",
        array_remove(ARRAY[secret, CASE WHEN previous_until > ${now}::timestamptz THEN previous_secret END], NULL) AS sealed
      FROM webhooks WHERE id = ${webhookId}`,
    {
      ...FILTER,
      id: text,
      projectId: text,
      name: text,
      url: text,
      includeValues: bool,
      status: oneOf<WebhookRecord['status']>(),
      failingSince: nullable(timestamp),
      notBefore: nullable(timestamp),
      sealed: list(text),
    },
  );
  if (!row) return null;
  const { sealed, ...webhook } = row;
  return { ...webhook, ...openAll(box, sealed, webhook.id) };
}

/** Decrypts the secrets that sign. Without the newest one, nothing can be sent. */
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

const SUBSCRIPTION = { ...FILTER, id: text, includeValues: bool, createdAt: timestamp };

/** Which events a webhook gets, and since when. */
export type WebhookSubscription = RowOf<typeof SUBSCRIPTION>;

/** The webhooks of a project, including disabled ones, whose messages wait. */
export function loadSubscriptions(client: Queryable, projectId: string): Promise<WebhookSubscription[]> {
  return query(
    client,
    sql`SELECT id, events, collections, locales, include_values AS "includeValues", created_at AS "createdAt"
      FROM webhooks WHERE project_id = ${projectId} ORDER BY id`,
    SUBSCRIPTION,
  );
}

/** Disables a webhook, and records that. */
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

/** Records that a webhook accepted a message. */
export async function noteSuccess(client: Queryable, webhookId: string): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET failing_since = NULL, not_before = NULL
      WHERE id = ${webhookId} AND failing_since IS NOT NULL`,
  );
}

/**
 * Records that a webhook didn't accept a message, and pauses it.
 *
 * @param pause gives the length of the pause for the time since it has failed
 * @returns the time since which it has failed
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

/** Removes previous secrets that have expired. */
export async function forgetOldSecrets(client: Queryable, now: Date): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET previous_secret = NULL, previous_until = NULL WHERE previous_until <= ${now}::timestamptz`,
  );
}
