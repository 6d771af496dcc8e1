import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const targetLimits = declareLimits({
  'target.test': perHour(30, 'tests of deploy targets and webhooks'),
});

export const targetErrors = declareErrors({
  'target.not_found': { status: 404, message: 'There is no such deploy target.' },
  'target.limit_reached': { status: 409, message: 'The project has reached its limit of deploy targets.' },
});
