import { isKnownBrowser } from '../../access/known-browser.ts';
import { completeResetInput, requestResetInput, resetSecretInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import type { AuthContext } from '../context.ts';
import { authOperation } from '../operation.ts';
import { resetLimits } from './password-resets.names.ts';
import { completeReset, previewReset, requestReset } from './reset-password.ts';

/** A browser in which the owner signed in before has its own limit, which others can't exhaust. */
const isKnown = ({ email }: { readonly email: string }, { services, headers }: AuthContext): boolean =>
  isKnownBrowser(services.settings, email, headers.get('cookie'));

const invalidLinks = { limit: resetLimits['auth.reset'], counts: 'failures', per: byAddress } as const;

export const passwordResetOperations = {
  'POST /auth/password-reset/request': authOperation({
    about: 'Mails a link to choose a new password. 409 `auth.no_mail` where no mail is sent.',
    access: 'public',
    limits: [
      { limit: resetLimits['auth.reset_request_address'], per: byAddress },
      {
        limit: resetLimits['auth.reset_request_account'],
        when: (input, ctx) => !isKnown(input, ctx),
        per: (_ctx, { email }) => [email],
      },
      {
        limit: resetLimits['auth.reset_request'],
        per: (ctx, input) => [`${input.email} ${isKnown(input, ctx) ? 'known browser' : (ctx.address ?? 'unknown')}`],
      },
    ],
    input: requestResetInput,
    run: requestReset,
  }),

  'POST /auth/password-reset/preview': authOperation({
    about: 'The address whose password a link resets.',
    access: 'public',
    limits: [invalidLinks],
    input: resetSecretInput,
    run: previewReset,
  }),

  'POST /auth/password-reset/complete': authOperation({
    about: 'Sets a new password by a link, which works once. All sessions end.',
    access: 'public',
    limits: [invalidLinks],
    input: completeResetInput,
    run: completeReset,
  }),
};
