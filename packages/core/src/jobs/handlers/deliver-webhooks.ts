import { DELIVER_WEBHOOK } from '../../webhooks/deliveries.store.ts';
import type { WebhookSender } from '../../webhooks/webhook-sender.ts';
import type { JobHandler } from '../handler.ts';

/** Webhooks that one process delivers to at once. */
const AT_ONCE = 8;

/** Delivers what waits for a webhook. */
export function deliverWebhooks(sender: WebhookSender): JobHandler {
  return { kind: DELIVER_WEBHOOK, atOnce: AT_ONCE, run: ({ key, signal }) => sender.deliver(key, signal) };
}
