import { viewOf } from '../../api/view.ts';
import type { Actor } from '../../platform/actor.ts';
import { bool, int, json, list, nullable, oneOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ApiError, assertBelowLimit } from '../../platform/errors.ts';
import { MAX_WEBHOOKS } from './sending/webhook.ts';
import { webhookErrors } from './webhooks.names.ts';
import { type WebhookView, webhookSchema } from './webhooks.schemas.ts';

/** The webhooks of a project, oldest first, or only the one with an id, as API responses show them. */
export async function loadWebhooks(
  on: Connection,
  projectId: string,
  webhookId: string | null,
  now: Date,
): Promise<WebhookView[]> {
  const rows = await query(
    on,
    sql`SELECT w.id, w.name, w.url, w.events, w.collections, w.locales, w.include_values, w.status, w.disabled_reason,
        w.disabled_at, w.failing_since, w.previous_until, w.created_at, w.created_by, w.updated_at,
        (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending') AS pending
      FROM webhooks w WHERE w.project_id = ${projectId} AND (${webhookId}::text IS NULL OR w.id = ${webhookId})
      ORDER BY w.id`,
    {
      id: text,
      name: text,
      url: text,
      events: list(oneOf<WebhookView['events'][number]>()),
      collections: list(text),
      locales: list(text),
      include_values: bool,
      status: oneOf<WebhookView['status']>(),
      disabled_reason: nullable(oneOf<NonNullable<WebhookView['disabled']>['reason']>()),
      disabled_at: nullable(timestamp),
      failing_since: nullable(timestamp),
      previous_until: nullable(timestamp),
      created_at: timestamp,
      created_by: json<WebhookView['created_by']>(),
      updated_at: timestamp,
      pending: int,
    },
  );
  return rows.map((row) =>
    viewOf(webhookSchema, row, {
      disabled: row.disabled_at &&
        row.disabled_reason && { reason: row.disabled_reason, at: row.disabled_at.toISOString() },
      old_secret_until: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
    }),
  );
}

/** @throws ApiError `webhook.not_found` */
export async function getWebhookInProject(
  on: Connection,
  projectId: string,
  webhookId: string,
  now: Date,
): Promise<WebhookView> {
  const [webhook] = await loadWebhooks(on, projectId, webhookId, now);
  if (!webhook) throw new ApiError(webhookErrors['webhook.not_found']);
  return webhook;
}

/** @throws ApiError `webhook.limit_reached`; the webhooks must be locked */
export async function assertWebhookLimit(client: Queryable, projectId: string): Promise<void> {
  const [row] = await query(client, sql`SELECT count(*)::int AS count FROM webhooks WHERE project_id = ${projectId}`, {
    count: int,
  });
  assertBelowLimit(row?.count ?? 0, MAX_WEBHOOKS, webhookErrors['webhook.limit_reached'], 'webhooks');
}

type WebhookSettings = Pick<WebhookView, 'name' | 'url' | 'events' | 'collections' | 'locales' | 'include_values'>;

/** Inserts a webhook. @param secret encrypted */
export async function insertWebhook(
  client: Queryable,
  projectId: string,
  webhook: WebhookSettings & { readonly id: string; readonly secret: string },
  by: Actor,
  now: Date,
): Promise<void> {
  const { id, name, url, events, collections, locales, include_values: includeValues, secret } = webhook;
  await execute(
    client,
    sql`INSERT INTO webhooks (id, project_id, name, url, events, collections, locales, include_values, secret, status,
        created_at, created_by, updated_at)
      VALUES (${id}, ${projectId}, ${name}, ${url}, ${events}, ${collections}, ${locales}, ${includeValues}, ${secret},
        'active', ${now}, ${JSON.stringify(by)}::jsonb, ${now})`,
  );
}

/** Updates the settings of a webhook. */
export async function writeSettings(
  client: Queryable,
  webhookId: string,
  { name, url, events, collections, locales, include_values: includeValues }: WebhookSettings,
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET name = ${name}, url = ${url}, events = ${events}, collections = ${collections},
        locales = ${locales}, include_values = ${includeValues}, updated_at = ${now}
      WHERE id = ${webhookId}`,
  );
}

/** Starts or stops sending events to a webhook. Waiting messages of an active webhook are due at once. */
export async function writeStatus(
  client: Queryable,
  webhookId: string,
  status: WebhookView['status'],
  now: Date,
): Promise<void> {
  const isActive = status === 'active';
  await execute(
    client,
    sql`UPDATE webhooks SET status = ${status}, failing_since = NULL, not_before = NULL, updated_at = ${now},
        disabled_reason = ${isActive ? null : 'by_hand'}, disabled_at = ${isActive ? null : now}
      WHERE id = ${webhookId}`,
  );
  if (!isActive) return;
  await execute(
    client,
    sql`UPDATE webhook_deliveries SET due_at = ${now} WHERE webhook_id = ${webhookId} AND status = 'pending'`,
  );
}

/** Writes a new secret. The previous one stays valid for a while. @param secret encrypted */
export async function writeSecret(
  client: Queryable,
  webhookId: string,
  { secret, oldUntil }: { readonly secret: string; readonly oldUntil: Date },
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhooks SET previous_secret = secret, previous_until = ${oldUntil}, secret = ${secret}, updated_at = ${now}
      WHERE id = ${webhookId}`,
  );
}

/** Removes a webhook and its messages. */
export async function deleteWebhookRow(client: Queryable, webhookId: string): Promise<void> {
  await execute(client, sql`DELETE FROM webhooks WHERE id = ${webhookId}`);
}
