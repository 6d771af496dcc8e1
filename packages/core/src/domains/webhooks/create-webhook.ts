import { newWebhookSecret } from '../../delivery/webhooks/signature.ts';
import { writeSql } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { checkAddress } from '../check-address.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { CreateWebhookInput, WebhookWithSecret } from './webhooks.schemas.ts';
import { getWebhookInProject, insertWebhook, leaveRoomForWebhook } from './webhooks.store.ts';

/**
 * Makes a webhook, which is sent the events from now on.
 *
 * @returns it, with its secret, which is never shown again
 * @throws ApiError `validation_failed`, `webhook.limit_reached`
 */
export async function createWebhook(
  ctx: ProjectContext,
  { projectId: _, ...settings }: CreateWebhookInput,
): Promise<WebhookWithSecret> {
  const { delivery, clock } = ctx.services;
  checkAddress(delivery.client, 'url', settings.url);
  const id = newId('webhook');
  const secret = newWebhookSecret();
  const now = clock.now();
  const view = await writeSql(ctx, async (client) => {
    await lockProjectLists(client, ctx.project.id);
    await leaveRoomForWebhook(client, ctx.project.id);
    const sealed = delivery.secrets.seal(secret, id);
    await insertWebhook(client, ctx.project.id, { ...settings, id, secret: sealed }, ctx.actor, now);
    return {
      answer: await getWebhookInProject(client, ctx.project.id, id, now),
      audit: { action: 'webhook.create', targetId: id, data: recorded(settings) },
    };
  });
  return { ...view, secret };
}

/** The settings that the audit log keeps. Addresses may hold secrets, so only their host is kept. */
export function recorded({ url, ...settings }: { readonly url?: string | undefined }): Record<string, unknown> {
  return { ...settings, ...(url !== undefined && { host: new URL(url).host }) };
}
