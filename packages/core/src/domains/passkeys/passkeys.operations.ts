import { passkeyInput, passkeyNameInput, passkeyResponseInput, passwordInput } from '../../api/auth/auth-body.ts';
import { byAddress, wrongPasswords } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../operation.ts';
import {
  listPasskeys,
  passkeyRegistrationOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from './own-passkeys.ts';
import { passkeyLimits } from './passkeys.names.ts';
import { passkeySignInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

export const passkeyOperations = {
  'GET /auth/passkeys': authOperation({ about: "One's own passkeys.", access: 'session', run: listPasskeys }),

  'POST /auth/passkeys/register-options': authOperation({
    about: 'The options with which a browser creates a passkey.',
    access: 'session',
    limits: [wrongPasswords],
    input: passwordInput,
    run: passkeyRegistrationOptions,
  }),

  'POST /auth/passkeys/register': authOperation({
    about: 'Adds the passkey that a browser created.',
    access: 'verified',
    limits: [{ limit: 'auth.account' }],
    input: passkeyNameInput,
    run: registerPasskey,
  }),

  'POST /auth/passkeys/rename': authOperation({
    about: 'Renames a passkey.',
    access: 'session',
    limits: [{ limit: 'auth.account' }],
    input: passkeyInput.required(),
    run: renamePasskey,
  }),

  'POST /auth/passkeys/remove': authOperation({
    about: 'Removes a passkey.',
    access: 'session',
    limits: [{ limit: 'auth.account' }],
    input: passkeyInput,
    run: removePasskey,
  }),

  'POST /auth/passkeys/sign-in-options': authOperation({
    about: 'The options with which a browser signs in by a passkey.',
    access: 'public',
    limits: [{ limit: passkeyLimits['auth.passkey'], per: byAddress }],
    run: passkeySignInOptions,
  }),

  'POST /auth/passkeys/sign-in': authOperation({
    about: 'Signs in with a passkey. It replaces password and code.',
    access: 'public',
    limits: [{ limit: passkeyLimits['auth.passkey'], per: byAddress }],
    input: passkeyResponseInput,
    run: signInWithPasskey,
  }),
};
