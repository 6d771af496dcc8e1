import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const viewLimits = declareLimits({
  'view.change': perHour(300, 'changes of saved views'),
});

export const viewErrors = declareErrors({
  'view.not_found': { status: 404, message: 'There is no such saved view.' },
  'view.limit_reached': { status: 409, message: 'The project has reached its limit of saved views.' },
});

export const viewActions = declareActions({
  'view.create': {},
  'view.update': {},
  'view.delete': {},
});
