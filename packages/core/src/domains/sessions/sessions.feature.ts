import { feature } from '../feature.ts';
import { sessionErrors, sessionLimits } from './sessions.names.ts';
import { sessionOperations } from './sessions.operations.ts';

export const sessionsFeature = feature({
  name: 'sessions',
  auth: sessionOperations,
  limits: sessionLimits,
  errors: sessionErrors,
});
