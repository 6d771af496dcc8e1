import type { ProjectContext } from '../../../domains/context.ts';
import { writeSql } from '../../../platform/audit.ts';
import { inTransaction, retryConflicts } from '../../../platform/database/in-transaction.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { invalid } from '../../../platform/errors.ts';
import type { EventRules } from '../../../platform/events.store.ts';
import { askForDelivery, insertDeliveries } from '../sending/deliveries.store.ts';
import { loadEvents } from '../sending/fan-out.store.ts';
import { deliveriesOf } from '../sending/fan-out.ts';
import type { WebhookSubscription } from '../sending/webhook.store.ts';
import { webhookActions } from '../webhooks.names.ts';
import { getWebhookInProject } from '../webhooks.store.ts';
import type { RedeliverRangeInput, WebhookDeliveryInput, WebhookDeliveryView } from './webhook-deliveries.schemas.ts';
import { getDelivery, resetDeliveries } from './webhook-deliveries.store.ts';

/**
 * Sends a message again, with the same id, whether it was delivered or not.
 *
 * @throws ApiError `webhook.delivery_not_found`
 */
export async function redeliver(
  ctx: ProjectContext,
  { webhookId, deliveryId }: WebhookDeliveryInput,
): Promise<WebhookDeliveryView> {
  const { project, services } = ctx;
  const now = services.clock.now();
  const view = await writeSql(ctx, async (client) => {
    await getDelivery(client, project.id, webhookId, deliveryId);
    const { name } = await getWebhookInProject(client, project.id, webhookId, now);
    await resetDeliveries(client, ctx.project.id, webhookId, { id: deliveryId }, now);
    await askForDelivery(client, project.id, [webhookId], now);
    return {
      answer: await getDelivery(client, project.id, webhookId, deliveryId),
      audit: {
        action: webhookActions['webhook.redeliver'],
        targetId: webhookId,
        data: { name, delivery_id: deliveryId },
      },
    };
  });
  services.jobs.wake();
  return view;
}

const BATCH = 500;

/**
 * Sends all events between two times again that match the webhook's filter: delivered or not, and also events from before the
 * webhook was created.
 *
 * @throws ApiError `webhook.not_found`, `validation_failed`
 */
export async function redeliverRange(
  ctx: ProjectContext,
  { webhookId, from, to }: RedeliverRangeInput,
): Promise<{ count: number }> {
  const { project, services } = ctx;
  const now = services.clock.now();
  const range = { from: new Date(from), to: to === undefined ? now : new Date(to) };
  if (range.from > range.to) throw invalid(['to'], 'The range ends before it begins.');
  const { pool } = services.database;
  const webhook = await getWebhookInProject(pool, project.id, webhookId, now);
  const { include_values: includeValues, ...rest } = webhook;
  // So that events from before the webhook was created are sent too.
  const count = await sendAll(
    pool,
    services.eventRules,
    project.id,
    { ...rest, includeValues, createdAt: new Date(0) },
    range,
    now,
  );
  const answer = await writeSql(ctx, async () => {
    const data = { name: webhook.name, from: range.from.toISOString(), to: range.to.toISOString(), count };
    return { answer: { count }, audit: { action: webhookActions['webhook.redeliver'], targetId: webhookId, data } };
  });
  services.jobs.wake();
  return answer;
}

/** Sends in batches, so that no transaction is long. */
async function sendAll(
  pool: Database['pool'],
  rules: EventRules,
  projectId: string,
  webhook: WebhookSubscription,
  range: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<number> {
  let count = 0;
  for (let after = '0'; ; ) {
    const events = await loadEvents(pool, projectId, { ...range, after, limit: BATCH });
    const deliveries = await deliveriesOf(pool, rules, projectId, events, [webhook]);
    const eventIds = deliveries.map(({ eventId }) => eventId);
    const send = async (client: Queryable): Promise<void> => {
      await resetDeliveries(client, projectId, webhook.id, { eventIds }, now);
      await insertDeliveries(client, projectId, deliveries, now);
      await askForDelivery(client, projectId, [webhook.id], now);
    };
    await retryConflicts(() => inTransaction(pool, send));
    count += deliveries.length;
    after = events.at(-1)?.id ?? after;
    if (events.length < BATCH) return count;
  }
}
