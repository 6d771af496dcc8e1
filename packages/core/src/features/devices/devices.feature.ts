import { feature } from '../../domains/feature.ts';
import { allowDevice, denyDevice, previewDevice } from './confirm-device.ts';
import { deviceErrors, deviceLimits } from './devices.names.ts';
import { endDevice, fetchDeviceToken, requestDevice } from './sign-in-device.ts';

export const devicesFeature = feature({
  name: 'devices',
  auth: {
    'POST /auth/device/request': requestDevice,
    'POST /auth/device/token': fetchDeviceToken,
    'POST /auth/device/preview': previewDevice,
    'POST /auth/device/allow': allowDevice,
    'POST /auth/device/deny': denyDevice,
    'POST /auth/device/end': endDevice,
  },
  limits: deviceLimits,
  errors: deviceErrors,
});
