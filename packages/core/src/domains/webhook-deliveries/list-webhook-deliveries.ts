import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import { getWebhookInProject } from '../webhooks/webhooks.store.ts';
import type { ListWebhookDeliveriesInput, WebhookDeliveryPage } from './webhook-deliveries.schemas.ts';
import { loadDeliveries } from './webhook-deliveries.store.ts';

/** A page of a webhook's messages, newest first. @throws ApiError `webhook.not_found`, `validation_failed` */
export async function listWebhookDeliveries(
  { project, services }: ProjectContext,
  input: ListWebhookDeliveriesInput,
): Promise<WebhookDeliveryPage> {
  const { webhookId, limit, cursor } = input;
  const { pool } = services.database;
  const status = input.status ?? null;
  await getWebhookInProject(pool, project.id, webhookId, services.clock.now());
  const filters = { list: 'webhook deliveries', webhook: webhookId, status };
  const before = readCursor(filters, cursor);
  const found = await loadDeliveries(pool, project.id, webhookId, { status, before, limit: limit + 1 });
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: found.length > limit && last ? makeCursor(filters, last.id) : null };
}
