import { viewOf } from '../../../api/view.ts';
import { json, nullable, oneOf, text, timestamp } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { DeliveryAttempt } from '../sending/webhook.ts';
import { webhookDeliveryErrors } from './webhook-deliveries.names.ts';
import { type WebhookDeliveryView, webhookDeliverySchema } from './webhook-deliveries.schemas.ts';

const COLUMNS: Sql = sql`id, kind, status, created_at, due_at, delivered_at, attempts, body`;

const DELIVERY = {
  id: text,
  kind: text,
  status: oneOf<WebhookDeliveryView['status']>(),
  created_at: timestamp,
  due_at: timestamp,
  delivered_at: nullable(timestamp),
  attempts: json<WebhookDeliveryView['attempts']>(),
  body: text,
};

/** Messages of a webhook, newest first. @param before the last id of the previous page */
export async function loadDeliveries(
  client: Queryable,
  projectId: string,
  webhookId: string,
  { status, before, limit }: { readonly status: string | null; readonly before: string | null; readonly limit: number },
): Promise<WebhookDeliveryView[]> {
  const rows = await query(
    client,
    sql`SELECT ${COLUMNS} FROM webhook_deliveries WHERE webhook_id = ${webhookId} AND project_id = ${projectId}
        AND (${status}::text IS NULL OR status = ${status}) AND (${before}::text IS NULL OR id < ${before})
      ORDER BY id DESC LIMIT ${limit}`,
    DELIVERY,
  );
  return rows.map((row) => viewOf(webhookDeliverySchema, row, {}));
}

/** @throws ApiError `webhook.delivery_not_found` */
export async function getDelivery(
  client: Queryable,
  projectId: string,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDeliveryView> {
  const [row] = await query(
    client,
    sql`SELECT ${COLUMNS} FROM webhook_deliveries
      WHERE id = ${deliveryId} AND webhook_id = ${webhookId} AND project_id = ${projectId}`,
    DELIVERY,
  );
  if (!row) throw new ApiError(webhookDeliveryErrors['webhook.delivery_not_found']);
  return viewOf(webhookDeliverySchema, row, {});
}

/** Makes messages due again, delivered or not, and resets their attempts. @returns how many */
export function resetDeliveries(
  client: Queryable,
  projectId: string,
  webhookId: string,
  which: { readonly id: string } | { readonly eventIds: readonly string[] },
  now: Date,
): Promise<number> {
  const chosen = 'id' in which ? sql`id = ${which.id}` : sql`event_id = ANY(${which.eventIds}::bigint[])`;
  return execute(
    client,
    sql`UPDATE webhook_deliveries SET status = 'pending', tried = 0, due_at = ${now}::timestamptz, delivered_at = NULL
      WHERE webhook_id = ${webhookId} AND project_id = ${projectId} AND ${chosen}`,
  );
}

/** Writes a message that was sent to test a webhook. */
export async function insertTested(
  client: Queryable,
  webhook: { readonly id: string; readonly projectId: string },
  { id, kind, body }: { readonly id: string; readonly kind: string; readonly body: string },
  { attempt, isTaken }: { readonly attempt: DeliveryAttempt; readonly isTaken: boolean },
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`INSERT INTO webhook_deliveries (id, webhook_id, project_id, kind, body, status, attempts, tried, due_at, created_at,
        delivered_at)
      VALUES (${id}, ${webhook.id}, ${webhook.projectId}, ${kind}, ${body}, ${isTaken ? 'delivered' : 'failed'},
        ${JSON.stringify([attempt])}::jsonb, 1, ${now}, ${now}, ${isTaken ? now : null})`,
  );
}
