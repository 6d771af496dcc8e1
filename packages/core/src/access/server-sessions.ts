import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { codesOfApps } from './authenticator-codes.ts';

const PATH = '/sign-in/provider';

const proven = z.object({ userId: z.string(), hasFactor: z.boolean() });
const renewed = z.object({ userId: z.string(), providerFactor: z.boolean().nullable() });

type EndpointContext = Parameters<typeof setSessionCookie>[0];

/** Sessions that only the server can begin. */
export function serverSessions() {
  return {
    id: 'server-sessions',
    endpoints: {
      /** Of someone whom a provider has proved. */
      signInProven: createAuthEndpoint(
        PATH,
        { method: 'POST', body: proven, metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { userId, hasFactor } = ctx.body;
          await begin(ctx, userId, hasFactor);
          return ctx.json({ signedIn: true });
        },
      ),
      /** In place of one that has just ended, with what it knew of its sign-in. */
      renewSession: createAuthEndpoint(
        '/renew-session',
        { method: 'POST', body: renewed, metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { userId, providerFactor } = ctx.body;
          return ctx.json({ token: await begin(ctx, userId, providerFactor) });
        },
      ),
    },
  };
}

/** @returns the session's token, which is in a cookie, too */
async function begin(ctx: EndpointContext, userId: string, providerFactor: boolean | null): Promise<string> {
  const { internalAdapter } = ctx.context;
  const user = await internalAdapter.findUserById(userId);
  if (!user) throw new APIError('UNAUTHORIZED');
  const session = await internalAdapter.createSession(userId, false, { providerFactor });
  await setSessionCookie(ctx, { session, user });
  return session.token;
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
      hook.matcher(context) || (context.path === PATH && proven.safeParse(context.body).data?.hasFactor === false),
  }));
  return { ...plugin, hooks: { ...plugin.hooks, after } };
}
