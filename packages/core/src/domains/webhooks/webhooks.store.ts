import { type DisabledReason, MAX_WEBHOOKS } from '../../delivery/webhooks/webhook.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Connection, execute, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { WebhookView } from './webhooks.schemas.ts';

interface ViewRow {
  id: string;
  name: string;
  url: string;
  events: string[];
  collections: string[];
  locales: string[];
  include_values: boolean;
  status: WebhookView['status'];
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  previous_until: Date | null;
  pending: number;
  created_at: Date;
  created_by: Actor;
  updated_at: Date;
}

/** Webhooks of a project in the order in which they were made, or the one that is named, as the wire shows them. */
export async function loadWebhooks(
  on: Connection,
  projectId: string,
  webhookId: string | null,
  now: Date,
): Promise<WebhookView[]> {
  const rows = await query<ViewRow & Record<string, unknown>>(
    on,
    sql`SELECT w.id, w.name, w.url, w.events, w.collections, w.locales, w.include_values, w.status, w.disabled_reason,
        w.disabled_at, w.failing_since, w.previous_until, w.created_at, w.created_by, w.updated_at,
        (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.status = 'pending') AS pending
      FROM webhooks w WHERE w.project_id = ${projectId} AND (${webhookId}::text IS NULL OR w.id = ${webhookId})
      ORDER BY w.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    collections: row.collections,
    locales: row.locales,
    include_values: row.include_values,
    status: row.status,
    disabled:
      row.disabled_reason && row.disabled_at
        ? { reason: row.disabled_reason, at: row.disabled_at.toISOString() }
        : null,
    failing_since: row.failing_since?.toISOString() ?? null,
    old_secret_until: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
    pending: row.pending,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
  }));
}

/** @throws ApiError `webhook.not_found` */
export async function getWebhookInProject(
  on: Connection,
  projectId: string,
  webhookId: string,
  now: Date,
): Promise<WebhookView> {
  const [webhook] = await loadWebhooks(on, projectId, webhookId, now);
  if (!webhook) throw new ApiError('webhook.not_found');
  return webhook;
}

/** Keeps others from changing webhooks of a project until the transaction ends. */
export async function lockWebhooks(client: Queryable, projectId: string): Promise<void> {
  await query(client, sql`SELECT id FROM projects WHERE id = ${projectId} FOR NO KEY UPDATE`);
}

/** @throws ApiError `webhook.limit_reached`; the webhooks must be locked */
export async function leaveRoomForWebhook(client: Queryable, projectId: string): Promise<void> {
  const [row] = await query<{ count: number }>(
    client,
    sql`SELECT count(*)::int AS count FROM webhooks WHERE project_id = ${projectId}`,
  );
  if ((row?.count ?? 0) < MAX_WEBHOOKS) return;
  throw new ApiError('webhook.limit_reached', { message: `A project has at most ${MAX_WEBHOOKS} webhooks.` });
}

/** What is said of a webhook, as it's stored. */
export type WebhookSettings = Pick<
  WebhookView,
  'name' | 'url' | 'events' | 'collections' | 'locales' | 'include_values'
>;

/** Writes a webhook. @param secret sealed */
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

/** Writes what is said of a webhook. */
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

/** Lets a webhook be told of events, or not any more. What has waited for one is due at once. */
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

/** Writes a new secret; the one before signs too for a while. @param secret sealed */
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
