import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

const input = z.object({ userId: z.string(), providerFactor: z.boolean().nullable() });

/** Begins a session in place of one that has just ended, with what it knew of its sign-in. Only the server can call it. */
export function renewedSessions() {
  return {
    id: 'renewed-sessions',
    endpoints: {
      renewSession: createAuthEndpoint(
        '/renew-session',
        { method: 'POST', body: input, metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { userId, providerFactor } = ctx.body;
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(userId);
          if (!user) throw new APIError('UNAUTHORIZED');
          const session = await internalAdapter.createSession(userId, false, { providerFactor });
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ token: session.token });
        },
      ),
    },
  };
}
