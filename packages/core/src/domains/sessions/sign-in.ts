import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { findHashByEmail } from '../../access/accounts.ts';
import { endedWithPassword } from '../../access/clear-credentials.store.ts';
import { knownBrowserCookie } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { recordingRefusal, recordSignIn } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import type { signInInput } from '../../api/auth/auth-body.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AuthContext } from '../context.ts';
import { sessionErrors } from './sessions.names.ts';

/** The answer to a right password. It has more fields, as better-auth sends them. */
export interface SignInAnswer {
  readonly redirect?: boolean;
  /** Whether a code is asked for first. */
  readonly twoFactorRedirect?: boolean;
}

/**
 * Signs in with a password.
 *
 * @throws ApiError `auth.invalid_credentials`, `auth.deactivated`, `auth.origin_not_allowed`
 */
export async function signIn(ctx: AuthContext, input: z.output<typeof signInInput>): Promise<SignInAnswer> {
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
        // better-auth checks only requests for signs that another site sent them.
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
}
