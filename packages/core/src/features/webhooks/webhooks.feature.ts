import { webhookEnd } from '../../delivery/delivery.names.ts';
import { feature } from '../../domains/feature.ts';
import { boundedRows, withinProject } from '../../platform/database/tables.ts';
import { catchUpWebhooks } from './catch-up-webhooks.ts';
import { messageQueue } from './sending/deliveries.store.ts';
import { FAN_OUT_EVENTS, fanOutEvents } from './sending/fan-out.ts';
import { forgetOldSecrets } from './sending/webhook.store.ts';
import { webhookSenderOf } from './sending/webhook-sender.ts';
import { webhookActions, webhookErrors } from './webhooks.names.ts';
import { webhooksRouter } from './webhooks.router.ts';

/** @param kinds of events that webhooks can get, as all features say */
export const webhooksFeature = (kinds: readonly string[]) =>
  feature({
    name: 'webhooks',
    operations: webhooksRouter(kinds),
    tag: 'Webhooks',
    about: 'URLs that receive events, and the messages sent to them.',
    errors: webhookErrors,
    audit: { ...webhookActions, ...webhookEnd },
    eventsOf: { webhook: { subject: 'webhook_id' } },
    tables: {
      webhooks: {
        people: ['created_by'],
        sealed: ['secret', 'previous_secret'],
        ...withinProject,
        jobs: ['expire-rows'],
        prune: forgetOldSecrets,
        ...boundedRows,
      },
    },
    jobs: [
      {
        kind: FAN_OUT_EVENTS,
        run: async ({ key, signal }, services) => void (await fanOutEvents(services, key, signal)),
      },
      {
        kind: messageQueue.job,
        lane: 'deliver',
        run: ({ key, signal }, services) => webhookSenderOf(services).deliver(key, signal),
      },
      catchUpWebhooks,
    ],
  });
