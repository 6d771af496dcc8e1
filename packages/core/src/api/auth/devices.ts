import { findPasswordHash } from '../../access/accounts.ts';
import { bearerOf, type FoundSession, findPersonalSession } from '../../access/authenticate.ts';
import { DEVICE_CLIENT } from '../../access/better-auth.ts';
import { newPersonalToken, sealed, unsealed } from '../../access/personal-token.ts';
import { ApiError } from '../../platform/errors.ts';
import { deviceTokenInput, noInput, readAuthBody, shownCodeInput } from './auth-body.ts';
import { type AuthRequest, askBetterAuth, personOf, recordAccount } from './auth-request.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MAX_USER_AGENT_LENGTH = 300;

/**
 * Begins the sign-in of a program (device flow, RFC 8628). Its user confirms the short code in the admin. The program fetches
 * its token with the long code, which can't be made from the database alone.
 */
export async function requestDevice(request: AuthRequest): Promise<Response> {
  const { services, address } = request;
  await readAuthBody(request.request, noInput);
  await services.limiter.spend('auth.device_request', address ?? 'unknown');
  const { prisma } = services.database;
  await prisma.deviceCode.deleteMany({ where: { expiresAt: { lt: services.clock.now() } } });
  const made = await ask<{
    device_code: string;
    user_code: string;
    verification_uri: string;
    expires_in: number;
    interval: number;
  }>(request, 'device/code', { client_id: DEVICE_CLIENT });
  const userAgent = request.request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  await prisma.deviceCode.update({
    where: { deviceCode: made.device_code },
    data: { ipAddress: address, userAgent },
  });
  const shown = `${made.user_code.slice(0, 4)}-${made.user_code.slice(4)}`;
  return Response.json({
    device_code: sealed(services.settings.authSecret, 'device code', made.device_code),
    user_code: shown,
    verification_uri: made.verification_uri,
    verification_uri_complete: `${made.verification_uri}?code=${shown}`,
    expires_in: made.expires_in,
    interval: made.interval,
  });
}

/**
 * Gives the program its personal token, once, after its user has allowed it.
 *
 * @throws ApiError `auth.device_pending`, `auth.device_slow_down`, `auth.device_denied`, `auth.device_code_over`
 */
export async function fetchDeviceToken(request: AuthRequest): Promise<Response> {
  const { services, address } = request;
  const { device_code: secret } = await readAuthBody(request.request, deviceTokenInput);
  await services.limiter.spend('auth.device_poll', address ?? 'unknown');
  const { authSecret } = services.settings;
  const code = unsealed(authSecret, 'device code', secret);
  if (code === null) throw new ApiError('auth.device_code_over');
  const { prisma } = services.database;
  const letIn = await prisma.deviceCode.findFirst({
    where: { deviceCode: code },
    select: { userId: true, providerFactor: true },
  });
  const password = letIn?.userId ? await findPasswordHash(prisma, letIn.userId) : null;
  const made = await ask<{ access_token: string; expires_in: number }>(request, 'device/token', {
    grant_type: GRANT,
    device_code: code,
    client_id: DEVICE_CLIENT,
  });
  const token = newPersonalToken(authSecret, made.access_token);
  const session = await findPersonalSession(services, token);
  if (!session) throw new ApiError('auth.device_code_over');
  // The password was changed meanwhile. That ends sessions, but this one may have begun just after.
  if ((await findPasswordHash(prisma, session.user.id)) !== password) {
    await prisma.session.deleteMany({ where: { id: session.id } });
    throw new ApiError('auth.device_code_over');
  }
  const { providerFactor = null } = letIn ?? {};
  if (providerFactor !== null) await prisma.session.update({ where: { id: session.id }, data: { providerFactor } });
  const expiresIn = services.singleSignOn?.settings.sessionHours
    ? await endWithOthers(request, session)
    : made.expires_in;
  await recordAccount(request, session.user, 'account.sign_in_device', { session_id: session.id });
  return Response.json({ token, expires_in: expiresIn, user: session.user });
}

/**
 * Where sessions last some hours: ends a program's session with the last of the person's other sessions, so that they can't prolong
 * one by another.
 *
 * @returns after how many seconds it ends
 * @throws ApiError `auth.device_code_over` when the others have ended meanwhile
 */
async function endWithOthers({ services }: AuthRequest, { id, user }: FoundSession): Promise<number> {
  const { session } = services.database.prisma;
  const now = services.clock.now();
  const own = await session.findUnique({ where: { id } });
  const last = await session.findFirst({
    where: { userId: user.id, id: { not: id }, expiresAt: { gt: now } },
    orderBy: { expiresAt: 'desc' },
  });
  if (!own || !last) {
    await session.deleteMany({ where: { id } });
    throw new ApiError('auth.device_code_over');
  }
  const expiresAt = new Date(Math.min(own.expiresAt.getTime(), last.expiresAt.getTime()));
  await session.update({ where: { id }, data: { expiresAt } });
  return Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
}

/** Describes the program that shows a code, for a signed-in person. From then on, only this person may allow it. */
export async function previewDevice(request: AuthRequest): Promise<Response> {
  const { code, userId } = await enterCode(request);
  const found = await request.services.database.prisma.deviceCode.findFirst({
    where: { userCode: code, userId, status: 'pending' },
    select: { ipAddress: true, userAgent: true, expiresAt: true },
  });
  if (!found) throw new ApiError('auth.device_code_over');
  return Response.json({
    ip_address: found.ipAddress,
    user_agent: found.userAgent,
    expires_at: found.expiresAt.toISOString(),
  });
}

/** Allows the program that shows a code. @throws ApiError `auth.device_code_over` */
export async function allowDevice(request: AuthRequest): Promise<Response> {
  const { code } = await enterCode(request);
  const person = await personOf(request);
  // Before it's allowed: from then on, the program may fetch its session at any moment.
  await request.services.database.prisma.deviceCode.updateMany({
    where: { userCode: code, userId: person.id, status: 'pending' },
    data: { providerFactor: person.providerFactor },
  });
  await ask(request, 'device/approve', { userCode: code });
  await recordAccount(request, person, 'account.allow_device');
  return Response.json({ allowed: true });
}

/** Refuses the program that shows a code. @throws ApiError `auth.device_code_over` */
export async function denyDevice(request: AuthRequest): Promise<Response> {
  const { code } = await enterCode(request);
  await ask(request, 'device/deny', { userCode: code });
  return Response.json({ allowed: false });
}

/** Ends the session of the personal token that asks. @throws ApiError `auth.missing_session`, `auth.invalid_token` */
export async function endDevice(request: AuthRequest): Promise<Response> {
  const { services } = request;
  const { headers, method } = request.request;
  const token = bearerOf({ services, transport: 'rest', method, headers });
  if (token === null) throw new ApiError('auth.missing_session');
  const session = await findPersonalSession(services, token);
  if (!session) throw new ApiError('auth.invalid_token');
  await services.database.prisma.session.deleteMany({ where: { id: session.id } });
  await recordAccount(request, session.user, 'account.end_session', { session_id: session.id });
  return Response.json({ ended: 1 });
}

/** Reads the code that a person entered, and reserves it for them. Wrong codes count towards a limit. */
async function enterCode(request: AuthRequest): Promise<{ code: string; userId: string }> {
  const { id: userId } = await personOf(request);
  const { code } = await readAuthBody(request.request, shownCodeInput);
  const giveBack = await request.services.limiter.spend('auth.device_code', userId);
  await ask(request, `device?${new URLSearchParams({ user_code: code })}`);
  await giveBack();
  return { code, userId };
}

async function ask<Body>(request: AuthRequest, path: string, body?: object): Promise<Body> {
  const response = await askBetterAuth(request, body === undefined ? { path, method: 'GET' } : { path, body });
  const answer: unknown = await response.json();
  if (response.ok) return answer as Body;
  const { error } = answer as { error?: string };
  if (error === 'authorization_pending') throw new ApiError('auth.device_pending');
  if (error === 'slow_down') throw new ApiError('auth.device_slow_down');
  if (path === 'device/token' && error === 'access_denied') throw new ApiError('auth.device_denied');
  if (response.status >= 500) throw new ApiError('internal', { cause: error });
  throw new ApiError('auth.device_code_over');
}
