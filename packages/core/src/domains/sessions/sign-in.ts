import { randomUUID } from 'node:crypto';
import { findHashByEmail } from '../../access/accounts.ts';
import { endedWithPassword } from '../../access/clear-credentials.store.ts';
import { knownBrowserCookie } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { recordingRefusal, recordSignIn } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { signInInput } from '../../api/auth/auth-body.ts';
import { ApiError } from '../../platform/errors.ts';
import { authOperation } from '../operation.ts';
import { sessionErrors } from './sessions.names.ts';
import { signInLimits } from './sign-in-limits.ts';

/** The answer to a right password. It has more fields, as better-auth sends them. */
export interface SignInAnswer {
  readonly redirect?: boolean;
  /** Whether a code is asked for first. */
  readonly twoFactorRedirect?: boolean;
}

export const signIn = authOperation({
  about: 'Signs in with a password. With two-factor codes, it returns `twoFactorRedirect: true` and no session.',
  access: 'public',
  limits: signInLimits,
  input: signInInput,
  async run(ctx, input): Promise<SignInAnswer> {
    const { services } = ctx;
    const { email } = input;
    // Someone who may not use a password learns no more than with a wrong one.
    const mayUse = await maySignInWithout(services, email);
    const hash = await findHashByEmail(services.database.prisma, email);
    const wrong = sessionErrors['auth.invalid_credentials'];
    const begun = await recordingRefusal(ctx, { email }, 'password', async () => {
      const body = mayUse ? input : { ...input, password: randomUUID() };
      const made = await askBetterAuth(
        ctx,
        (api, { headers, ...options }) => {
          // Only in a request, better-auth looks for signs that another site sent it.
          const request = new Request(services.settings.apiUrl, { method: 'POST', headers });
          return api.signInEmail({ ...options, headers, body, request, asResponse: false });
        },
        ({ status }) => (status === 401 ? wrong : status === 403 ? 'auth.origin_not_allowed' : 'internal'),
      );
      if (await endedWithPassword(services.database.prisma, made, hash)) throw new ApiError(wrong);
      return made;
    });
    // There's no person while a code is asked for.
    if ('user' in begun) await recordSignIn(ctx, begun.user, 'password');
    ctx.response.headers.append('set-cookie', knownBrowserCookie(services.settings, email));
    return begun;
  },
});
