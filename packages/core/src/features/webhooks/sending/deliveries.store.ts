import { int, text } from '../../../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs, enqueueJobsFrom } from '../../../platform/job-queue.store.ts';
import type { DeliveryAttempt, PendingDelivery } from './webhook.ts';

/** The kind of job that delivers a webhook's waiting messages; its key is the webhook's id. */
export const DELIVER_WEBHOOK = 'deliver-webhook';

/** A new message to a webhook. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly eventId: string;
  readonly kind: string;
  readonly body: string;
}

/** Writes messages, at most one for each event and webhook, and schedules their delivery. */
export async function insertDeliveries(
  client: Queryable,
  projectId: string,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => ({ id: newId('message'), ...delivery }));
  await execute(
    client,
    sql`INSERT INTO webhook_deliveries (id, webhook_id, project_id, event_id, kind, body, status, due_at, created_at)
      SELECT d.id, d."webhookId", ${projectId}, d."eventId", d.kind, d.body, 'pending', ${now}::timestamptz, ${now}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS d(id text, "webhookId" text, "eventId" bigint, kind text, body text)
      ON CONFLICT (webhook_id, event_id) DO NOTHING`,
  );
  const webhookIds = [...new Set(deliveries.map(({ webhookId }) => webhookId))];
  await askForDelivery(client, projectId, webhookIds, now);
}

/** Schedules the delivery of webhooks' waiting messages, in the transaction that makes it necessary. */
export async function askForDelivery(
  on: Connection,
  projectId: string,
  webhookIds: readonly string[],
  now: Date,
): Promise<void> {
  // All transactions use the same order, which prevents deadlocks.
  const jobs = webhookIds.toSorted().map((key) => ({ kind: DELIVER_WEBHOOK, key, projectId, runAt: now }));
  await enqueueJobs(on, jobs, now);
}

/** Schedules the delivery of a webhook's next message, not before a time. Does nothing when no message waits. */
export async function askForNextDelivery(
  client: Queryable,
  { id, projectId }: { readonly id: string; readonly projectId: string },
  notBefore: Date,
  now: Date,
): Promise<void> {
  await execute(
    client,
    enqueueJobsFrom(
      sql`SELECT ${newId('job')} AS id, ${DELIVER_WEBHOOK} AS kind, ${id} AS key, ${projectId} AS project_id,
          'null'::jsonb AS payload, greatest(min(due_at), ${notBefore}::timestamptz) AS run_at
        FROM webhook_deliveries WHERE webhook_id = ${id} AND status = 'pending' HAVING count(*) > 0`,
      now,
    ),
  );
}

/** The due messages of a webhook, oldest first. */
export function findDueDeliveries(
  client: Queryable,
  webhookId: string,
  now: Date,
  limit: number,
): Promise<PendingDelivery[]> {
  return query(
    client,
    sql`SELECT id, body, tried FROM webhook_deliveries
      WHERE webhook_id = ${webhookId} AND status = 'pending' AND due_at <= ${now}::timestamptz
      ORDER BY due_at, id LIMIT ${limit}`,
    { id: text, body: text, tried: int },
  );
}

/** Records that a message was accepted. */
export async function recordDelivered(
  client: Queryable,
  deliveryId: string,
  attempt: DeliveryAttempt,
  now: Date,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhook_deliveries SET status = 'delivered', delivered_at = ${now}, tried = tried + 1,
        attempts = attempts || ${JSON.stringify([attempt])}::jsonb
      WHERE id = ${deliveryId}`,
  );
}

/** Records that a message wasn't accepted. @param dueAt when it's tried again; null when it isn't */
export async function recordAttempt(
  client: Queryable,
  deliveryId: string,
  attempt: DeliveryAttempt,
  dueAt: Date | null,
): Promise<void> {
  await execute(
    client,
    sql`UPDATE webhook_deliveries SET status = CASE WHEN ${dueAt}::timestamptz IS NULL THEN 'failed' ELSE 'pending' END,
        tried = tried + 1, due_at = coalesce(${dueAt}::timestamptz, due_at),
        attempts = attempts || ${JSON.stringify([attempt])}::jsonb
      WHERE id = ${deliveryId}`,
  );
}

/** Webhooks for which messages are overdue although their job should have delivered them. */
export function findLateWebhooks(
  client: Queryable,
  before: Date,
): Promise<{ readonly id: string; readonly projectId: string }[]> {
  return query(
    client,
    sql`SELECT DISTINCT w.id, w.project_id AS "projectId" FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.status = 'pending' AND d.due_at < ${before}::timestamptz AND w.status = 'active'
        AND w.failing_since IS NULL LIMIT 1000`,
    { id: text, projectId: text },
  );
}
