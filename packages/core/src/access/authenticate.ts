import { ApiError } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import type { ProjectState, SessionUser, TokenIdentity } from './identity.ts';
import { hashSecret, isTokenSecret } from './token-secret.ts';

/** The Bearer credential of a REST request, or null when it carries none; tRPC takes sessions only. */
export function bearerOf(ctx: Caller): string | null {
  if (ctx.transport !== 'rest') return null;
  const match = /^Bearer +(\S.*)$/i.exec(ctx.headers.get('authorization') ?? '');
  return match?.[1]?.trim() ?? null;
}

/**
 * Recognises a project token. Unknown, revoked and expired tokens cost the same look-up and give the same answer; what
 * hasn't the form of a token costs none.
 *
 * @throws ApiError `auth.invalid_token`
 */
export async function authenticateToken(
  ctx: Caller,
  secret: string,
): Promise<{ token: TokenIdentity; project: ProjectState }> {
  const { tokens, clock, tokenUsage } = ctx.services;
  const record = isTokenSecret(secret) ? await tokens.find(hashSecret(secret)) : null;
  const expired = record?.token.expiresAt && record.token.expiresAt <= clock.now();
  if (!record || record.revokedAt || expired) throw new ApiError('auth.invalid_token');
  tokenUsage.note(record.token.id);
  return { token: record.token, project: record.project };
}

/** The person who is signed in, by the session cookie; null when there is none. */
export async function authenticateSession(ctx: Caller): Promise<SessionUser | null> {
  const cookie = ctx.headers.get('cookie');
  if (cookie === null) return null;
  const auth = await ctx.services.auth();
  const session = await auth.api.getSession({ headers: new Headers({ cookie }) });
  return session ? { id: session.user.id, name: session.user.name, email: session.user.email } : null;
}

/**
 * Refuses writes with a session that come from a page of another site.
 *
 * @throws ApiError `auth.origin_not_allowed`
 */
export function checkOrigin(ctx: Pick<Caller, 'method' | 'headers' | 'services'>): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const origin = ctx.headers.get('origin');
  const { apiUrl, adminUrl } = ctx.services.settings;
  if (origin !== new URL(apiUrl).origin && origin !== new URL(adminUrl).origin) {
    throw new ApiError('auth.origin_not_allowed');
  }
}
