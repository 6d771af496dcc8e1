import { feature } from '../feature.ts';
import { passkeyErrors, passkeyLimits } from './passkeys.names.ts';
import { passkeyOperations } from './passkeys.operations.ts';

export const passkeysFeature = feature({
  name: 'passkeys',
  auth: passkeyOperations,
  limits: passkeyLimits,
  errors: passkeyErrors,
});
