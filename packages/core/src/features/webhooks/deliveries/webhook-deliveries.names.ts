import { declareErrors } from '../../../platform/errors.ts';

export const webhookDeliveryErrors = declareErrors({
  'webhook.delivery_not_found': { status: 404, message: 'The webhook has no such message, or it is no longer kept.' },
});
