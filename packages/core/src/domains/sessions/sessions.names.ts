import { declareLimits, guarding, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const sessionLimits = declareLimits({
  'auth.sign_in': guarding(perMinute(10, 'failures from one IP address for one account')),
  'auth.sign_in_account': guarding(
    perMinute(50, 'failures for one account; not for a person with a session from that address'),
  ),
  'auth.sign_in_address': guarding(
    perMinute(60, 'failures from one IP address; not for a person with a session from it'),
  ),
});

export const sessionErrors = declareErrors({
  'auth.invalid_credentials': { status: 401, message: 'The email address or the password is wrong.' },
});
