import { checkAddress } from '../../domains/check-address.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { lockProjectLists } from '../../domains/projects/projects.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { askForDelivery } from './sending/deliveries.store.ts';
import { newWebhookSecret } from './sending/signature.ts';
import { OLD_SECRET_MS } from './sending/webhook.ts';
import { webhookActions } from './webhooks.names.ts';
import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookInput,
  WebhookView,
  WebhookWithSecret,
} from './webhooks.schemas.ts';
import {
  assertWebhookLimit,
  deleteWebhookRow,
  getWebhookInProject,
  insertWebhook,
  writeSecret,
  writeSettings,
  writeStatus,
} from './webhooks.store.ts';

/**
 * Creates a webhook, which gets all later events.
 *
 * @returns the webhook with its secret, which is never shown again
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
    await assertWebhookLimit(client, ctx.project.id);
    const sealed = delivery.secrets.seal(secret, id);
    await insertWebhook(client, ctx.project.id, { ...settings, id, secret: sealed }, ctx.actor, now);
    return {
      answer: await getWebhookInProject(client, ctx.project.id, id, now),
      audit: { action: webhookActions['webhook.create'], targetId: id, data: recorded(settings) },
    };
  });
  return { ...view, secret };
}

/** The settings in the audit log. A URL may contain secrets, so only its host is recorded. */
export function recorded({ url, ...settings }: { readonly url?: string | undefined }): Record<string, unknown> {
  return { ...settings, ...(url !== undefined && { host: new URL(url).host }) };
}

/**
 * Changes the given settings of a webhook. When it becomes active again, its waiting messages are sent.
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
      audit: { action: webhookActions['webhook.update'], targetId: webhookId, data },
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

/**
 * Gives a webhook a new secret. For a day, messages are also signed with the previous one.
 *
 * @returns the webhook with the new secret, which is never shown again
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
      audit: { action: webhookActions['webhook.rotate_secret'], targetId: webhookId, data: { name } },
    };
  });
  return { ...view, secret };
}

/** Removes a webhook, its secret, and its messages. @throws ApiError `webhook.not_found` */
export async function deleteWebhook(ctx: ProjectContext, { webhookId }: WebhookInput): Promise<WebhookView> {
  const { project, services } = ctx;
  return writeSql(ctx, async (client) => {
    await lockProjectLists(client, project.id);
    const answer = await getWebhookInProject(client, project.id, webhookId, services.clock.now());
    await deleteWebhookRow(client, webhookId);
    const { name } = answer;
    return { answer, audit: { action: webhookActions['webhook.delete'], targetId: webhookId, data: { name } } };
  });
}
