import { codeInput, passwordInput, signInCodeInput } from '../../api/auth/auth-body.ts';
import { byAddress, wrongPasswords } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../operation.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from './own-codes.ts';
import { twoFactorLimits } from './two-factor.names.ts';

const wrongCodes = { limit: twoFactorLimits['auth.second_factor'], counts: 'failures' } as const;

export const twoFactorOperations = {
  'POST /auth/two-factor/enable': authOperation({
    about: 'Begins to turn codes on: returns the secret, as a URL for authenticator apps, and recovery codes.',
    access: 'session',
    limits: [wrongPasswords],
    input: passwordInput,
    run: beginTwoFactor,
  }),

  'POST /auth/two-factor/confirm': authOperation({
    about: 'Turns codes on, with a first one.',
    access: 'verified',
    limits: [wrongCodes],
    input: codeInput,
    run: confirmTwoFactor,
  }),

  'POST /auth/two-factor/disable': authOperation({
    about: 'Turns codes off.',
    access: 'session',
    limits: [wrongPasswords],
    input: passwordInput,
    run: disableTwoFactor,
  }),

  'POST /auth/two-factor/renew-codes': authOperation({
    about: 'Makes new recovery codes. The old ones stop working.',
    access: 'session',
    limits: [wrongPasswords],
    input: passwordInput,
    run: renewRecoveryCodes,
  }),

  'POST /auth/two-factor/verify-totp': authOperation({
    about: 'Finishes signing in, with a code of the app. Each works once.',
    access: 'signed_out',
    limits: [{ ...wrongCodes, per: byAddress }],
    input: signInCodeInput,
    run: (ctx, body) => finishSignIn(ctx, body, 'code'),
  }),

  'POST /auth/two-factor/verify-backup-code': authOperation({
    about: 'Finishes signing in, with a recovery code. Each works once.',
    access: 'signed_out',
    limits: [{ ...wrongCodes, per: byAddress }],
    input: signInCodeInput,
    run: (ctx, body) => finishSignIn(ctx, body, 'recovery_code'),
  }),
};
