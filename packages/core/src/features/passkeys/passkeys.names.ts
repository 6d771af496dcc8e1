import { declareLimits, guarding, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const passkeyLimits = declareLimits({
  'auth.passkey': guarding(perMinute(60, 'sign-ins with passkeys from one IP address')),
});

export const passkeyErrors = declareErrors({
  'auth.invalid_passkey': { status: 401, message: 'This passkey is not known here.' },
  'auth.passkey_refused': { status: 400, message: 'The passkey could not be added. Try again.' },
  'auth.passkey_not_found': { status: 404, message: 'There is no such passkey.' },
  'auth.passkey_limit_reached': { status: 409, message: 'You have reached the limit of passkeys.' },
});
