import { writeSql } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { WebhookInput, WebhookView } from './webhooks.schemas.ts';
import { deleteWebhookRow, getWebhookInProject } from './webhooks.store.ts';

/** Removes a webhook, its secret, and its messages. @throws ApiError `webhook.not_found` */
export async function deleteWebhook(ctx: ProjectContext, { webhookId }: WebhookInput): Promise<WebhookView> {
  const { project, services } = ctx;
  return writeSql(ctx, async (client) => {
    await lockProjectLists(client, project.id);
    const answer = await getWebhookInProject(client, project.id, webhookId, services.clock.now());
    await deleteWebhookRow(client, webhookId);
    const { name } = answer;
    return { answer, audit: { action: 'webhook.delete', targetId: webhookId, data: { name } } };
  });
}
