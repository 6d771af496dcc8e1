import { DELIVER_WEBHOOK } from '../../delivery/webhooks/deliveries.store.ts';
import type { WebhookSender } from '../../delivery/webhooks/webhook-sender.ts';
import type { JobHandler } from '../handler.ts';

/** Delivers what waits for a webhook. */
export function deliverWebhooks(sender: WebhookSender): JobHandler {
  return { kind: DELIVER_WEBHOOK, lane: 'deliver', run: ({ key, signal }) => sender.deliver(key, signal) };
}
