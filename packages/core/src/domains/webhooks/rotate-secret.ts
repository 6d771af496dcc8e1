import { newWebhookSecret } from '../../delivery/webhooks/signature.ts';
import { OLD_SECRET_MS } from '../../delivery/webhooks/webhook.ts';
import { writeSql } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { WebhookInput, WebhookWithSecret } from './webhooks.schemas.ts';
import { getWebhookInProject, writeSecret } from './webhooks.store.ts';

/**
 * Gives a webhook a new secret. For a day, the previous one signs too.
 *
 * @returns it, with the new secret, which is never shown again
 * @throws ApiError `webhook.not_found`
 */
export async function rotateSecret(ctx: ProjectContext, { webhookId }: WebhookInput): Promise<WebhookWithSecret> {
  const { services, project } = ctx;
  const secret = newWebhookSecret();
  const now = services.clock.now();
  const view = await writeSql(ctx, async (client) => {
    await lockProjectLists(client, project.id);
    const { name } = await getWebhookInProject(client, project.id, webhookId, now);
    const sealed = services.delivery.secrets.seal(secret, webhookId);
    const oldUntil = new Date(now.getTime() + OLD_SECRET_MS);
    await writeSecret(client, webhookId, { secret: sealed, oldUntil }, now);
    return {
      answer: await getWebhookInProject(client, project.id, webhookId, now),
      audit: { action: 'webhook.rotate_secret', targetId: webhookId, data: { name } },
    };
  });
  return { ...view, secret };
}
