import type { ProjectContext } from '../../domains/context.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { WebhookDeliveryView } from './deliveries/webhook-deliveries.schemas.ts';
import { getDelivery, insertTested } from './deliveries/webhook-deliveries.store.ts';
import { webhookMessage } from './sending/message.ts';
import { loadWebhook } from './sending/webhook.store.ts';
import { webhookSenderOf } from './sending/webhook-sender.ts';
import { webhookActions, webhookErrors } from './webhooks.names.ts';
import type { WebhookInput } from './webhooks.schemas.ts';

/**
 * Sends a message of the kind `webhook.test` once, and returns the outcome, which doesn't affect the webhook.
 *
 * @throws ApiError `webhook.not_found`
 */
export async function testWebhook(ctx: ProjectContext, { webhookId }: WebhookInput): Promise<WebhookDeliveryView> {
  const { services, project } = ctx;
  const { database, delivery, clock } = services;
  const now = clock.now();
  const webhook = await loadWebhook(database.pool, delivery.secrets, webhookId, now);
  if (webhook?.projectId !== project.id) throw new ApiError(webhookErrors['webhook.not_found']);
  const id = newId('message');
  const kind = 'webhook.test';
  const about = { projectId: project.id, subjectId: webhookId, data: { actor: { ...ctx.actor } }, createdAt: now };
  const body = webhookMessage(services.eventRules, { ...about, kind }, null);
  const outcome = await webhookSenderOf(services).send(webhook, { id, body });
  return writeSql(ctx, async (client) => {
    await insertTested(client, webhook, { id, kind, body }, outcome, now);
    const data = { name: webhook.name, status: outcome.attempt.status };
    return {
      answer: await getDelivery(client, project.id, webhookId, id),
      audit: { action: webhookActions['webhook.test'], targetId: webhookId, data },
    };
  });
}
