import { feature } from '../feature.ts';
import { resetErrors, resetLimits } from './password-resets.names.ts';
import { passwordResetOperations } from './password-resets.operations.ts';

export const passwordResetsFeature = feature({
  name: 'passwordResets',
  auth: passwordResetOperations,
  limits: resetLimits,
  errors: resetErrors,
});
