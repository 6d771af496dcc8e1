import { askToSend, type OutgoingQueue } from '../../../delivery/queue/outgoing-queue.store.ts';
import { int, text } from '../../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../../platform/database/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { PendingDelivery, SendOutcome } from './webhook.ts';

/** The messages that wait. */
export const messageQueue: OutgoingQueue = {
  job: 'deliver-webhook',
  waiting: sql`webhook_deliveries q JOIN webhooks r ON r.id = q.webhook_id
    WHERE q.status = 'pending' AND r.status = 'active'`,
  order: sql`q.due_at, q.id`,
  patienceMs: 60_000,
};

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
  const webhooks = [...new Set(deliveries.map(({ webhookId }) => webhookId))].map((id) => ({ id, projectId }));
  await askToSend(client, messageQueue, webhooks, now, now);
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

/** Records an attempt to deliver a message. @param dueAt when the message is tried again; null when it isn't */
export async function recordMessageAttempt(
  client: Queryable,
  deliveryId: string,
  { attempt, isTaken }: Pick<SendOutcome, 'attempt' | 'isTaken'>,
  dueAt: Date | null,
  now: Date,
): Promise<void> {
  const status = isTaken ? 'delivered' : dueAt === null ? 'failed' : 'pending';
  await execute(
    client,
    sql`UPDATE webhook_deliveries SET status = ${status}, delivered_at = ${isTaken ? now : null}::timestamptz,
        tried = tried + 1, due_at = coalesce(${dueAt}::timestamptz, due_at),
        attempts = attempts || ${JSON.stringify([attempt])}::jsonb
      WHERE id = ${deliveryId}`,
  );
}
