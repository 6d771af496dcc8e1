import { forgetDevices } from '../../access/forget-devices.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AuthContext, PersonContext } from '../context.ts';

/** The person who is signed in. The answer has more fields, as better-auth sends them. */
export interface SessionPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether they have proved that the address is theirs. */
  readonly emailVerified: boolean;
  /** Whether signing in asks for a code as well. */
  readonly twoFactorEnabled?: boolean | null | undefined;
  /** The language that mails to them are in. */
  readonly language?: string | null | undefined;
  /** How often they get a mail of what's unread. */
  readonly mailDigest?: string | null | undefined;
}

/** The caller's session, which is renewed; null when there is none. */
export async function getSession(ctx: AuthContext): Promise<{ user: SessionPerson } | null> {
  ctx.response.headers.set('pragma', 'no-cache');
  // A session can't be renewed while the database is read-only.
  const query = { disableRefresh: ctx.services.database.isReadOnly() };
  return askBetterAuth(ctx, (api, options) => api.getSession({ ...options, query }));
}

/** Ends the caller's session. */
export function signOut(ctx: AuthContext): Promise<{ success: boolean }> {
  return askBetterAuth(ctx, (api, options) => api.signOut(options));
}

/** The caller's sessions, without their tokens: the current one first, then the most recently used. */
export async function listSessions({ services, person }: PersonContext) {
  const { database, clock } = services;
  const sessions = await database.prisma.session.findMany({
    where: { userId: person.id, expiresAt: { gt: clock.now() } },
    orderBy: { updatedAt: 'desc' },
    take: 100,
  });
  const data = sessions.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    current: id === person.sessionId,
    created_at: createdAt.toISOString(),
    used_at: updatedAt.toISOString(),
    ip_address: ipAddress || null,
    user_agent: userAgent || null,
  }));
  return { data: data.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/** Ends one of the caller's sessions. Ending it again changes nothing. */
export function endSession(ctx: PersonContext, { id }: { readonly id: string }): Promise<{ ended: number }> {
  const { person } = ctx;
  if (id === person.sessionId) throw new ApiError('validation_failed', { message: 'Sign out to end this session.' });
  return writeAccount(ctx, async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id, userId: person.id } });
    if (count > 0) await recordAccount(tx, ctx, person, 'account.end_session', { session_id: id });
    return { ended: count };
  });
}

/** Ends all of the caller's sessions except the current one. */
export function endOtherSessions(ctx: PersonContext): Promise<{ ended: number }> {
  const { id: userId, sessionId } = ctx.person;
  return writeAccount(ctx, async (tx) => {
    await forgetDevices(tx, userId);
    const { count } = await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    if (count > 0) await recordAccount(tx, ctx, ctx.person, 'account.end_sessions', { count });
    return { ended: count };
  });
}
