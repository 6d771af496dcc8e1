import { feature } from '../feature.ts';
import { deviceErrors, deviceLimits } from './devices.names.ts';
import { deviceOperations } from './devices.operations.ts';

export const devicesFeature = feature({
  name: 'devices',
  auth: deviceOperations,
  limits: deviceLimits,
  errors: deviceErrors,
});
