import type { ProjectContext } from '../context.ts';
import type { WebhookInput, WebhookView } from './webhooks.schemas.ts';
import { getWebhookInProject } from './webhooks.store.ts';

/** @throws ApiError `webhook.not_found` */
export function getWebhook({ services, project }: ProjectContext, { webhookId }: WebhookInput): Promise<WebhookView> {
  return getWebhookInProject(services.database.pool, project.id, webhookId, services.clock.now());
}
