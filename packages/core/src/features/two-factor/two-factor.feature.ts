import { feature } from '../../domains/feature.ts';
import { verifyAppCode, verifyRecoveryCode } from './finish-sign-in.ts';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from './own-codes.ts';
import { twoFactorErrors, twoFactorLimits } from './two-factor.names.ts';

export const twoFactorFeature = feature({
  name: 'twoFactor',
  auth: {
    'POST /auth/two-factor/enable': beginTwoFactor,
    'POST /auth/two-factor/confirm': confirmTwoFactor,
    'POST /auth/two-factor/disable': disableTwoFactor,
    'POST /auth/two-factor/renew-codes': renewRecoveryCodes,
    'POST /auth/two-factor/verify-totp': verifyAppCode,
    'POST /auth/two-factor/verify-backup-code': verifyRecoveryCode,
  },
  limits: twoFactorLimits,
  errors: twoFactorErrors,
});
