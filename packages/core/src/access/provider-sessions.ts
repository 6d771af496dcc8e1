import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { codesOfApps } from './authenticator-codes.ts';

const PATH = '/sign-in/provider';

const input = z.object({ userId: z.string(), hasFactor: z.boolean() });

/** Begins sessions of people whom a provider has proved. Only the server can call it. */
export function providerSessions() {
  return {
    id: 'provider-sessions',
    endpoints: {
      signInProven: createAuthEndpoint(
        PATH,
        { method: 'POST', body: input, metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { userId, hasFactor } = ctx.body;
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(userId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(userId, false, { providerFactor: hasFactor });
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ signedIn: true });
        },
      ),
    },
  };
}

/**
 * Codes of an authenticator app: asked for after the password, and after a provider's sign-in unless the provider asked for a second
 * factor itself.
 */
export function codes() {
  const plugin = codesOfApps();
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || (context.path === PATH && input.safeParse(context.body).data?.hasFactor === false),
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
