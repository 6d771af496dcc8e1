import { feature } from '../feature.ts';
import { webhookDeliveryErrors } from './webhook-deliveries.names.ts';
import { webhookDeliveriesRouter } from './webhook-deliveries.router.ts';

export const webhookDeliveriesFeature = feature({
  name: 'webhookDeliveries',
  operations: webhookDeliveriesRouter,
  tag: 'Webhooks',
  errors: webhookDeliveryErrors,
});
