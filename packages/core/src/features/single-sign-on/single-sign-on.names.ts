import { declareLimits, guarding, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const singleSignOnLimits = declareLimits({
  'auth.provider': guarding(perMinute(120, 'sign-ins through providers, begun or completed from one IP address')),
  'auth.provider_flow': guarding(perMinute(5, 'completions of one sign-in that began at a provider')),
});

export const singleSignOnErrors = declareErrors({
  'auth.provider_unreachable': {
    status: 409,
    message: "This provider can't be reached at the moment. Try again later, or sign in in another way.",
  },
  'auth.only_sign_in': { status: 409, message: 'This is the only way that you can sign in.' },
});
