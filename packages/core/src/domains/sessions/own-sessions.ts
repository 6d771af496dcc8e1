import { forgetDevices } from '../../access/forget-devices.ts';
import { recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { sessionInput } from '../../api/auth/auth-body.ts';
import { ApiError } from '../../platform/errors.ts';
import { authOperation } from '../operation.ts';

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

export const getSession = authOperation({
  about: 'The session and whose it is; null when no one is signed in.',
  access: 'public',
  async run(ctx): Promise<{ user: SessionPerson } | null> {
    ctx.response.headers.set('pragma', 'no-cache');
    // A session can't be renewed while the database is read-only.
    const query = { disableRefresh: ctx.services.database.isReadOnly() };
    return askBetterAuth(ctx, (api, options) => api.getSession({ ...options, query }));
  },
});

export const signOut = authOperation({
  about: 'Ends the session.',
  access: 'public',
  run: (ctx) => askBetterAuth(ctx, (api, options) => api.signOut(options)),
});

export const listSessions = authOperation({
  about: "One's own sessions, without their tokens: the current one first, then the most recently used.",
  access: 'session',
  async run({ services: { database, clock }, person }) {
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
  },
});

export const endSession = authOperation({
  about: 'Ends one of the other sessions. Ending it again changes nothing.',
  access: 'session',
  limits: [{ limit: 'auth.account' }],
  input: sessionInput,
  async run(ctx, { id }) {
    const { id: userId, sessionId } = ctx.person;
    if (id === sessionId) throw new ApiError('validation_failed', { message: 'Sign out to end this session.' });
    return writeAccount(ctx, async (tx) => {
      const { count } = await tx.session.deleteMany({ where: { id, userId } });
      if (count > 0) await recordAccount(tx, ctx, ctx.person, 'account.end_session', { session_id: id });
      return { ended: count };
    });
  },
});

export const endOtherSessions = authOperation({
  about: 'Ends all other sessions.',
  access: 'session',
  limits: [{ limit: 'auth.account' }],
  run(ctx) {
    const { id: userId, sessionId } = ctx.person;
    return writeAccount(ctx, async (tx) => {
      await forgetDevices(tx, userId);
      const { count } = await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
      if (count > 0) await recordAccount(tx, ctx, ctx.person, 'account.end_sessions', { count });
      return { ended: count };
    });
  },
});
