import { feature } from '../../domains/feature.ts';
import { resetErrors, resetLimits } from './password-resets.names.ts';
import { requestReset } from './request-reset.ts';
import { completeReset, previewReset } from './use-reset.ts';

export const passwordResetsFeature = feature({
  name: 'passwordResets',
  auth: {
    'POST /auth/password-reset/request': requestReset,
    'POST /auth/password-reset/preview': previewReset,
    'POST /auth/password-reset/complete': completeReset,
  },
  limits: resetLimits,
  errors: resetErrors,
});
