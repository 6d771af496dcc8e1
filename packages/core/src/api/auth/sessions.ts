import { forgetDevices } from '../../access/forget-devices.ts';
import { ApiError } from '../../platform/errors.ts';
import { readAuthBody, sessionInput } from './auth-body.ts';
import { type AuthRequest, personOf, recordAccount } from './auth-request.ts';

/** The caller's sessions, without their tokens: the current one first, then the most recently used. */
export async function listSessions(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const { database, clock } = request.services;
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
  return Response.json({ data: data.sort((a, b) => Number(b.current) - Number(a.current)) });
}

/** Ends one of the caller's sessions. Ending it again changes nothing. */
export async function endSession(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const { id } = await readAuthBody(request.request, sessionInput);
  await request.services.limiter.spend('auth.account', person.id);
  if (id === person.sessionId) throw new ApiError('validation_failed', { message: 'Sign out to end this session.' });
  const { count } = await request.services.database.prisma.session.deleteMany({ where: { id, userId: person.id } });
  if (count > 0) await recordAccount(request, person, 'account.end_session', { session_id: id });
  return Response.json({ ended: count });
}

/** Ends all of the caller's sessions except the current one. */
export async function endOtherSessions(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  await request.services.limiter.spend('auth.account', person.id);
  const { prisma } = request.services.database;
  await forgetDevices(prisma, person.id);
  const { count } = await prisma.session.deleteMany({ where: { userId: person.id, id: { not: person.sessionId } } });
  if (count > 0) await recordAccount(request, person, 'account.end_sessions', { count });
  return Response.json({ ended: count });
}
