import { declareLimits, guarding, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const instanceLimits = declareLimits({
  'instance.set_up': guarding(perMinute(10, 'wrong set-up codes from one IP address')),
});

export const instanceErrors = declareErrors({
  'auth.invalid_setup_code': { status: 403, message: 'The set-up code is wrong.' },
  'instance.already_set_up': { status: 409, message: 'This instance already has an owner.' },
});
