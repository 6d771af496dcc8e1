import { declareLimits, guarding, perHour, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const deviceLimits = declareLimits({
  'auth.device_request': guarding(perHour(60, 'sign-ins of programs begun from one IP address')),
  'auth.device_poll': guarding(
    perMinute(120, 'requests in which a program asks whether it may sign in, from one IP address'),
  ),
  'auth.device_code': guarding(perMinute(20, 'wrong codes of programs, entered by one person')),
});

export const deviceErrors = declareErrors({
  'auth.device_pending': { status: 400, message: 'This device has not been approved yet.' },
  'auth.device_slow_down': { status: 400, message: 'Poll less often.' },
  'auth.device_denied': { status: 403, message: 'Signing in on this device was refused.' },
  'auth.device_code_over': { status: 404, message: 'This code is wrong, was already used, or has expired.' },
});
