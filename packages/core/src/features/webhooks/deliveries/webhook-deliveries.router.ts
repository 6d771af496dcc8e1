import { operation, router } from '../../../domains/operation.ts';
import { webhookActions, webhookErrors } from '../webhooks.names.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { redeliver, redeliverRange } from './redeliver.ts';
import { webhookDeliveryErrors } from './webhook-deliveries.names.ts';
import * as schemas from './webhook-deliveries.schemas.ts';
import { getDelivery } from './webhook-deliveries.store.ts';

export const webhookDeliveriesRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/webhooks/{webhookId}/deliveries',
    summary: 'List messages to a webhook',
    description: 'Messages of the last 30 days, newest first, with each request and its response.',
    access: 'webhook.manage',
    errors: [webhookErrors['webhook.not_found']],
    input: schemas.listWebhookDeliveriesInput,
    output: schemas.webhookDeliveryPageSchema,
    run: listWebhookDeliveries,
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Read a message to a webhook',
    description: 'What was sent, each attempt, and the response.',
    access: 'webhook.manage',
    errors: [webhookDeliveryErrors['webhook.delivery_not_found']],
    input: schemas.webhookDeliveryInput,
    output: schemas.webhookDeliverySchema,
    run: ({ project, services }, { webhookId, deliveryId }) =>
      getDelivery(services.database.pool, project.id, webhookId, deliveryId),
  }),

  redeliver: operation({
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver',
    summary: 'Send a message again',
    description: 'With the same id, whether or not it was delivered.',
    access: 'webhook.manage',
    errors: [webhookDeliveryErrors['webhook.delivery_not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [webhookActions['webhook.redeliver']],
    input: schemas.webhookDeliveryInput,
    output: schemas.webhookDeliverySchema,
    run: redeliver,
  }),

  redeliverRange: operation({
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/redeliver',
    summary: 'Send all events between two times again',
    description: 'Delivered or not, and also events from before the webhook was created. Events are kept for 30 days.',
    access: 'webhook.manage',
    errors: [webhookErrors['webhook.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [webhookActions['webhook.redeliver']],
    input: schemas.redeliverRangeInput,
    output: schemas.redeliveredSchema,
    run: redeliverRange,
  }),
});
