import { feature } from '../../domains/feature.ts';
import { addPasskey, listPasskeys, passkeyOptions, removePasskey, renamePasskey } from './own-passkeys.ts';
import { passkeyErrors, passkeyLimits } from './passkeys.names.ts';
import { passkeySignInOptions, signInWithPasskey } from './sign-in-with-passkey.ts';

export const passkeysFeature = feature({
  name: 'passkeys',
  auth: {
    'GET /auth/passkeys': listPasskeys,
    'POST /auth/passkeys/register-options': passkeyOptions,
    'POST /auth/passkeys/register': addPasskey,
    'POST /auth/passkeys/rename': renamePasskey,
    'POST /auth/passkeys/remove': removePasskey,
    'POST /auth/passkeys/sign-in-options': passkeySignInOptions,
    'POST /auth/passkeys/sign-in': signInWithPasskey,
  },
  limits: passkeyLimits,
  errors: passkeyErrors,
});
