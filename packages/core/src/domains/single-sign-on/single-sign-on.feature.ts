import { feature } from '../feature.ts';
import { singleSignOnErrors, singleSignOnLimits } from './single-sign-on.names.ts';
import { singleSignOnOperations } from './single-sign-on.operations.ts';

export const singleSignOnFeature = feature({
  name: 'singleSignOn',
  auth: singleSignOnOperations,
  limits: singleSignOnLimits,
  errors: singleSignOnErrors,
});
