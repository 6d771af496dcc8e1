import { askForDelivery } from '../../delivery/webhooks/deliveries.store.ts';
import { writeSql } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { getWebhookInProject } from '../webhooks/webhooks.store.ts';
import type { WebhookDeliveryInput, WebhookDeliveryView } from './webhook-deliveries.schemas.ts';
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
      audit: { action: 'webhook.redeliver', targetId: webhookId, data: { name, delivery_id: deliveryId } },
    };
  });
  services.jobs.wake();
  return view;
}
