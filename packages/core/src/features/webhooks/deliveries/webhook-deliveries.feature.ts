import { feature } from '../../../domains/feature.ts';
import { daysAfter, withinProject, withUse } from '../../../platform/database/tables.ts';
import { webhookDeliveryErrors } from './webhook-deliveries.names.ts';
import { webhookDeliveriesRouter } from './webhook-deliveries.router.ts';

export const webhookDeliveriesFeature = feature({
  name: 'webhookDeliveries',
  operations: webhookDeliveriesRouter,
  tag: 'Webhooks',
  errors: webhookDeliveryErrors,
  tables: {
    webhook_deliveries: {
      people: ['body'],
      peopleAsText: true,
      ...withinProject,
      copy: 'left out',
      expires: daysAfter('created_at', 30),
      ...withUse,
    },
  },
});
