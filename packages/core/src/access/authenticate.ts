import { createHmac } from 'node:crypto';
import type { Actor } from '../platform/actor.ts';
import { assertUsable } from '../platform/database/outage.ts';
import { ApiError } from '../platform/errors.ts';
import { noteCaller } from '../platform/telemetry/request-record.ts';
import type { AccessServices, Caller } from './caller.ts';
import { exactAddressOf } from './client-address.ts';
import type { TokenRecord } from './identity.store.ts';
import type { ProjectState, SessionUser, TokenIdentity } from './identity.ts';
import { isInNetworks } from './networks.ts';
import { isPersonalToken, sessionTokenOf } from './personal-token.ts';
import { hashSecret, isTokenSecret } from './token-secret.ts';

type SessionServices = Pick<AccessServices, 'auth' | 'database'>;

/** The Bearer credential of a REST request, or null when it carries none; tRPC takes sessions only. */
export function bearerOf(ctx: Caller): string | null {
  if (ctx.transport !== 'rest') return null;
  const match = /^Bearer +(\S.*)$/i.exec(ctx.headers.get('authorization') ?? '');
  return match?.[1]?.trim() ?? null;
}

/**
 * Recognises a project token. Unknown, revoked and expired tokens, and those from an address that isn't theirs, cost the same
 * lookup and give the same error. A string that isn't formed like a token costs no lookup.
 *
 * @throws ApiError `auth.invalid_token`
 */
export async function authenticateToken(
  ctx: Caller,
  secret: string,
): Promise<{ token: TokenIdentity; project: ProjectState }> {
  const { tokens, clock, tokenUsage } = ctx.services;
  const record = isTokenSecret(secret) ? await tokens.load(hashSecret(secret)) : null;
  if (!record || !isUsableToken(record, clock.now())) throw new ApiError('auth.invalid_token');
  const { token, project } = record;
  noteCaller(actorOfToken(token), project.id);
  const address = exactAddressOf(ctx.headers, ctx.services.settings.proxySecret);
  if (token.limits?.addresses && !isInNetworks(address, token.limits.addresses))
    throw new ApiError('auth.invalid_token');
  tokenUsage.note(token.id);
  return { token, project };
}

/** The actor that a token, or a preview link, is. */
export function actorOfToken({ id, name }: Pick<TokenIdentity, 'id' | 'name'>): Actor {
  return { type: 'token', id, name };
}

/** Whether a token is neither revoked nor expired. */
export function isUsableToken({ token, revokedAt }: TokenRecord, now: Date): boolean {
  return revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}

/** The person who is signed in, by the session cookie; null when there is none. */
export async function authenticateSession(ctx: Caller): Promise<SessionUser | null> {
  return (await cookieSession(ctx))?.user ?? null;
}

/** A session, and whose it is. */
export interface SessionMatch {
  readonly id: string;
  readonly user: SessionUser;
  /** Whether a provider asked for a second factor when it began. */
  readonly hasFactor: boolean;
}

async function cookieSession(ctx: Caller): Promise<SessionMatch | null> {
  const cookie = ctx.headers.get('cookie');
  return cookie === null ? null : findSession(ctx.services, cookie);
}

/** The credential of a request. Browsers send cookies on their own, so requests with a session need the Origin check. */
type Credential =
  | { readonly kind: 'token'; readonly secret: string }
  | { readonly kind: 'person'; readonly session: SessionMatch }
  | { readonly kind: 'none' };

/**
 * Finds the credential of a request: the Bearer header if there is one, or else the session cookie. Only returns the secret of a
 * project token, without checking it.
 *
 * @throws ApiError `auth.invalid_token` for a personal token without a session; `auth.origin_not_allowed`
 */
export async function credentialOf(ctx: Caller): Promise<Credential> {
  const bearer = bearerOf(ctx);
  if (bearer !== null && isPersonalToken(bearer)) {
    const session = await findPersonalSession(ctx.services, bearer);
    if (!session) throw new ApiError('auth.invalid_token');
    return { kind: 'person', session };
  }
  if (bearer !== null) return { kind: 'token', secret: bearer };
  const session = await cookieSession(ctx);
  if (!session) return { kind: 'none' };
  checkOrigin(ctx);
  return { kind: 'person', session };
}

/** The session of a personal token; null when it has ended, or never existed. */
export async function findPersonalSession(
  services: SessionServices & Pick<AccessServices, 'settings'>,
  personalToken: string,
): Promise<SessionMatch | null> {
  const { authSecret } = services.settings;
  const token = sessionTokenOf(authSecret, personalToken);
  if (token === null) return null;
  const { authCookies } = await (await services.auth()).$context;
  // better-auth only takes a session as its own signed cookie.
  const seal = createHmac('sha256', authSecret).update(token).digest('base64');
  return findSession(services, `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${seal}`)}`);
}

async function findSession(services: SessionServices, cookie: string): Promise<SessionMatch | null> {
  const found = await betterAuthSessionOf(services, cookie);
  if (!found) return null;
  const { id, name, email } = found.user;
  return { id: found.session.id, user: { id, name, email }, hasFactor: found.session.providerFactor === true };
}

/** The session of a cookie, as better-auth returns it. */
export async function betterAuthSessionOf({ auth, database }: SessionServices, cookie: string) {
  const { api } = await auth();
  try {
    return await api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: database.isReadOnly() },
    });
  } catch (error) {
    // better-auth doesn't say why it failed.
    await assertUsable(database);
    throw error;
  }
}

/**
 * Refuses a write with a session that comes from another site's page.
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
