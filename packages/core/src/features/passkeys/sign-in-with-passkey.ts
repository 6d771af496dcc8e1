import type { Auth } from '../../access/better-auth.ts';
import { knownBrowserCookie } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { recordingRefusal, recordSignIn } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { passkeyResponseInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { passkeyErrors, passkeyLimits } from './passkeys.names.ts';

/** The options for a browser to sign in. */
export interface PasskeySignInOptions
  extends Awaited<ReturnType<Auth['api']['generatePasskeyAuthenticationOptions']>> {}

const signIns = { limit: passkeyLimits['auth.passkey'], per: byAddress };

export const passkeySignInOptions = authOperation({
  about: "The options with which a browser signs in by any of its passkeys. They don't reveal who has one.",
  access: 'public',
  limits: [signIns],
  run: (ctx): Promise<PasskeySignInOptions> =>
    askBetterAuth(ctx, (api, options) => api.generatePasskeyAuthenticationOptions(options)),
});

export const signInWithPasskey = authOperation({
  about: 'Signs in with a passkey. The device has verified its owner, so no code is needed.',
  access: 'public',
  limits: [signIns],
  input: passkeyResponseInput,
  async run(ctx, body) {
    const { services } = ctx;
    const { prisma } = services.database;
    const { id } = body.response;
    const where = { credentialID: id };
    const select = { user: { select: { id: true, name: true, email: true } } };
    const key = /^[\w-]+$/.test(id) ? await prisma.passkey.findUnique({ where, select }) : null;
    const unknown = passkeyErrors['auth.invalid_passkey'];
    if (!key) throw new ApiError(unknown);
    const { session } = await recordingRefusal(ctx, { id: key.user.id }, 'passkey', async () => {
      if (!(await maySignInWithout(services, key.user.email))) throw new ApiError(unknown);
      // better-auth checks what its type says of the credential.
      const made = await askBetterAuth(
        ctx,
        (api, options) => api.verifyPasskeyAuthentication({ ...options, body: body as never }),
        () => unknown,
      );
      return made as { session: { token: string } };
    });
    // If the passkey was removed meanwhile, this session may have begun just after others ended.
    if ((await prisma.passkey.count({ where })) === 0) {
      await prisma.session.deleteMany({ where: { token: session.token } });
      throw new ApiError(unknown);
    }
    await recordSignIn(ctx, key.user, 'passkey');
    ctx.response.headers.append('set-cookie', knownBrowserCookie(services.settings, key.user.email));
    return { signed_in: true };
  },
});
