import { feature } from '../feature.ts';
import { twoFactorErrors, twoFactorLimits } from './two-factor.names.ts';
import { twoFactorOperations } from './two-factor.operations.ts';

export const twoFactorFeature = feature({
  name: 'twoFactor',
  auth: twoFactorOperations,
  limits: twoFactorLimits,
  errors: twoFactorErrors,
});
