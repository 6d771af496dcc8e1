import { declareLimits, guarding, perHour, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const resetLimits = declareLimits({
  'auth.reset_request': guarding(
    perHour(5, 'mails to reset the password of one person, requested from one IP address'),
  ),
  'auth.reset_request_account': guarding(
    perHour(20, 'mails to reset the password of one person; not for a browser in which they signed in before'),
  ),
  'auth.reset_request_address': guarding(perHour(30, 'requests for such mails from one IP address')),
  'auth.reset': guarding(perMinute(20, 'invalid links to reset a password, from one IP address')),
});

export const resetErrors = declareErrors({
  'auth.reset_over': { status: 404, message: 'This link was already used, or has expired.' },
  'auth.no_mail': {
    status: 409,
    message: 'This instance sends no mail. Ask an operator, or an owner of your project, for a link.',
  },
});
