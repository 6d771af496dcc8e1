import { pageById } from '../../../api/cursor.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { getWebhookInProject } from '../webhooks.store.ts';
import type { ListWebhookDeliveriesInput, WebhookDeliveryPage } from './webhook-deliveries.schemas.ts';
import { loadDeliveries } from './webhook-deliveries.store.ts';

/** A page of a webhook's messages, newest first. @throws ApiError `webhook.not_found`, `validation_failed` */
export async function listWebhookDeliveries(
  { project, services }: ProjectContext,
  input: ListWebhookDeliveriesInput,
): Promise<WebhookDeliveryPage> {
  const { webhookId } = input;
  const { pool } = services.database;
  const status = input.status ?? null;
  await getWebhookInProject(pool, project.id, webhookId, services.clock.now());
  return pageById({ list: 'webhook deliveries', webhook: webhookId, status }, input, (before, limit) =>
    loadDeliveries(pool, project.id, webhookId, { status, before, limit }),
  );
}
