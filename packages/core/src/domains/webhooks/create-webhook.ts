import { newWebhookSecret } from '../../delivery/webhooks/signature.ts';
import { writeSql } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { checkWebhookUrl, onRecord } from './webhook-url.ts';
import type { CreateWebhookInput, WebhookWithSecret } from './webhooks.schemas.ts';
import { getWebhookInProject, insertWebhook, leaveRoomForWebhook, lockWebhooks } from './webhooks.store.ts';

/**
 * Makes a webhook, which is told of what happens from now on.
 *
 * @returns it, with its secret, which is never shown again
 * @throws ApiError `validation_failed`, `webhook.limit_reached`
 */
export async function createWebhook(
  ctx: ProjectContext,
  { projectId: _, ...settings }: CreateWebhookInput,
): Promise<WebhookWithSecret> {
  const { delivery, clock } = ctx.services;
  checkWebhookUrl(ctx, settings.url);
  const id = newId('webhook');
  const secret = newWebhookSecret();
  const now = clock.now();
  const view = await writeSql(ctx, async (client) => {
    await lockWebhooks(client, ctx.project.id);
    await leaveRoomForWebhook(client, ctx.project.id);
    const sealed = delivery.secrets.seal(secret, id);
    await insertWebhook(client, ctx.project.id, { ...settings, id, secret: sealed }, ctx.actor, now);
    return {
      answer: await getWebhookInProject(client, ctx.project.id, id, now),
      audit: { action: 'webhook.create', targetId: id, data: onRecord(settings) },
    };
  });
  return { ...view, secret };
}
