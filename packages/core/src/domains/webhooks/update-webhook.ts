import { askForDelivery } from '../../delivery/webhooks/deliveries.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { checkAddress } from '../check-address.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import { recorded } from './create-webhook.ts';
import type { UpdateWebhookInput, WebhookView } from './webhooks.schemas.ts';
import { getWebhookInProject, writeSettings, writeStatus } from './webhooks.store.ts';

/**
 * Changes the given settings of a webhook. One that becomes active again is sent the messages that have waited.
 *
 * @throws ApiError `webhook.not_found`, `validation_failed`
 */
export async function updateWebhook(
  ctx: ProjectContext,
  { projectId: _, webhookId, status, ...named }: UpdateWebhookInput,
): Promise<WebhookView> {
  const { services, project } = ctx;
  if (named.url !== undefined) checkAddress(services.delivery.client, 'url', named.url);
  const now = services.clock.now();
  const view = await writeSql(ctx, async (client) => {
    await lockProjectLists(client, project.id);
    const before = await getWebhookInProject(client, project.id, webhookId, now);
    await writeSettings(client, webhookId, { ...before, ...withoutMissing(named) }, now);
    if (status !== undefined && status !== before.status) {
      await writeStatus(client, webhookId, status, now);
      if (status === 'active') await askForDelivery(client, project.id, [webhookId], now);
    }
    const data = {
      ...recorded(named),
      name: named.name ?? before.name,
      ...(named.name !== undefined && named.name !== before.name && { from: { name: before.name } }),
      ...(status !== undefined && { status }),
    };
    return {
      answer: await getWebhookInProject(client, project.id, webhookId, now),
      audit: { action: 'webhook.update', targetId: webhookId, data },
    };
  });
  services.jobs.wake();
  return view;
}

function withoutMissing<Named extends object>(named: Named): { [Key in keyof Named]: Exclude<Named[Key], undefined> } {
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Named]: Exclude<Named[Key], undefined>;
  };
}
