import type { ProjectContext } from '../context.ts';
import type { WebhookDeliveryInput, WebhookDeliveryView } from './webhook-deliveries.schemas.ts';
import { getDelivery } from './webhook-deliveries.store.ts';

/** @throws ApiError `webhook.delivery_not_found` */
export function getWebhookDelivery(
  { project, services }: ProjectContext,
  { webhookId, deliveryId }: WebhookDeliveryInput,
): Promise<WebhookDeliveryView> {
  return getDelivery(services.database.pool, project.id, webhookId, deliveryId);
}
