import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const webhookErrors = declareErrors({
  'webhook.not_found': { status: 404, message: 'There is no such webhook.' },
  'webhook.limit_reached': { status: 409, message: 'The project has reached its limit of webhooks.' },
});

export const webhookActions = declareActions({
  'webhook.create': {},
  'webhook.update': {},
  'webhook.delete': {},
  'webhook.rotate_secret': {},
  'webhook.test': {},
  'webhook.redeliver': {},
});
