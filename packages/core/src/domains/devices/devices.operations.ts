import { deviceTokenInput, noInput, shownCodeInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../operation.ts';
import { allowDevice, denyDevice, previewDevice } from './confirm-device.ts';
import { deviceLimits } from './devices.names.ts';
import { endDevice, fetchDeviceToken, requestDevice } from './sign-in-device.ts';

const wrongCodes = { limit: deviceLimits['auth.device_code'], counts: 'failures' } as const;

export const deviceOperations = {
  'POST /auth/device/request': authOperation({
    about:
      'Begins the sign-in of a program: returns a short code for its user, and a long one to fetch its token with.',
    access: 'public',
    limits: [{ limit: deviceLimits['auth.device_request'], per: byAddress }],
    input: noInput,
    run: requestDevice,
  }),

  'POST /auth/device/token': authOperation({
    about: 'Gives the program its personal token, once, after its user has allowed it.',
    access: 'public',
    limits: [{ limit: deviceLimits['auth.device_poll'], per: byAddress }],
    input: deviceTokenInput,
    run: fetchDeviceToken,
  }),

  'POST /auth/device/preview': authOperation({
    about: 'Describes the program that shows a code. From then on, only this person may allow it.',
    access: 'session',
    limits: [wrongCodes],
    input: shownCodeInput,
    run: previewDevice,
  }),

  'POST /auth/device/allow': authOperation({
    about: 'Allows the program that shows a code.',
    access: 'session',
    limits: [wrongCodes],
    input: shownCodeInput,
    run: allowDevice,
  }),

  'POST /auth/device/deny': authOperation({
    about: 'Refuses the program that shows a code.',
    access: 'session',
    limits: [wrongCodes],
    input: shownCodeInput,
    run: denyDevice,
  }),

  'POST /auth/device/end': authOperation({
    about: 'Ends the session of the personal token in the request.',
    access: 'public',
    run: endDevice,
  }),
};
