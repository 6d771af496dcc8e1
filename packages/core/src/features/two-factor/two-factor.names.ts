import { declareLimits, guarding, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const twoFactorLimits = declareLimits({
  'auth.second_factor': guarding(perMinute(20, 'wrong codes of one person, or from one IP address')),
});

export const twoFactorErrors = declareErrors({
  'auth.two_factor_enabled': { status: 409, message: 'Two-factor codes are already on.' },
});

export const wrongCodes = { limit: twoFactorLimits['auth.second_factor'], counts: 'failures' } as const;
