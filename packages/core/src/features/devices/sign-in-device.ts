import { findPasswordHash } from '../../access/accounts.ts';
import { bearerOf, findPersonalSession, type SessionMatch } from '../../access/authenticate.ts';
import { DEVICE_CLIENT, newPersonalToken, sealed, unsealed } from '../../access/personal-token.ts';
import { clientOf, recordAccount, writeAccount } from '../../api/auth/account-record.ts';
import { type AuthRefusal, askBetterAuth, withoutCookies } from '../../api/auth/ask-better-auth.ts';
import { deviceTokenInput, noInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import { authOperation } from '../../domains/operation.ts';
import type { Transaction } from '../../platform/audit.ts';
import { ApiError, type KnownError } from '../../platform/errors.ts';
import { deviceErrors, deviceLimits } from './devices.names.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The device flow (RFC 8628). Its long code can't be made from the database alone. */
export const requestDevice = authOperation({
  about:
    'Begins the sign-in of a program: returns a short code, which its user confirms in the admin, and a long one for `device/token`.',
  access: 'public',
  limits: [{ limit: deviceLimits['auth.device_request'], per: byAddress }],
  input: noInput,
  async run(ctx) {
    const { database, clock, settings } = ctx.services;
    await database.prisma.deviceCode.deleteMany({ where: { expiresAt: { lt: clock.now() } } });
    const body = { client_id: DEVICE_CLIENT, ...clientOf(ctx) };
    const made = await askBetterAuth(withoutCookies(ctx), (api, as) => api.deviceCode({ ...as, body }), refused);
    const { verification_uri, expires_in, interval } = made;
    const user_code = `${made.user_code.slice(0, 4)}-${made.user_code.slice(4)}`;
    return {
      device_code: sealed(settings.authSecret, 'device code', made.device_code),
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?code=${user_code}`,
      expires_in,
      interval,
    };
  },
});

export const fetchDeviceToken = authOperation({
  about: 'Gives the program its personal token, once, after its user has allowed it.',
  access: 'public',
  limits: [{ limit: deviceLimits['auth.device_poll'], per: byAddress }],
  input: deviceTokenInput,
  async run(ctx, { device_code: secret }) {
    const { services } = ctx;
    const { authSecret } = services.settings;
    const code = unsealed(authSecret, 'device code', secret);
    if (code === null) throw over();
    const { prisma } = services.database;
    const letIn = await prisma.deviceCode.findFirst({
      where: { deviceCode: code },
      select: { userId: true, providerFactor: true },
    });
    const password = letIn?.userId ? await findPasswordHash(prisma, letIn.userId) : null;
    const body = { grant_type: GRANT, device_code: code, client_id: DEVICE_CLIENT } as const;
    const made = await askBetterAuth(withoutCookies(ctx), (api, as) => api.deviceToken({ ...as, body }), refused);
    const token = newPersonalToken(authSecret, made.access_token);
    const session = await findPersonalSession(services, token);
    if (!session) throw over();
    // The password was changed meanwhile. That ends sessions, but this one may have begun just after.
    if ((await findPasswordHash(prisma, session.user.id)) !== password) {
      await prisma.session.deleteMany({ where: { id: session.id } });
      throw over();
    }
    const hasEnd = Boolean(services.singleSignOn?.settings.sessionHours);
    const { providerFactor = null } = letIn ?? {};
    const expires_in = await writeAccount(ctx, async (tx) => {
      if (providerFactor !== null) await tx.session.update({ where: { id: session.id }, data: { providerFactor } });
      const seconds = hasEnd ? await endWithOthers(tx, session, services.clock.now()) : made.expires_in;
      const data = { session_id: session.id };
      if (seconds !== null) await recordAccount(tx, ctx, session.user, 'account.sign_in_device', data);
      return seconds;
    });
    if (expires_in === null) throw over();
    return { token, expires_in, user: session.user };
  },
});

/**
 * Where sessions last some hours: ends a program's session with the last of the person's other sessions, so that they can't prolong
 * one by another.
 *
 * @returns after how many seconds it ends; null when the others have ended meanwhile, and this one with them
 */
async function endWithOthers(tx: Transaction, { id, user }: SessionMatch, now: Date): Promise<number | null> {
  const own = await tx.session.findUnique({ where: { id } });
  const last = await tx.session.findFirst({
    where: { userId: user.id, id: { not: id }, expiresAt: { gt: now } },
    orderBy: { expiresAt: 'desc' },
  });
  if (!own || !last) {
    await tx.session.deleteMany({ where: { id } });
    return null;
  }
  const expiresAt = new Date(Math.min(own.expiresAt.getTime(), last.expiresAt.getTime()));
  await tx.session.update({ where: { id }, data: { expiresAt } });
  return Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
}

export const endDevice = authOperation({
  about: 'Ends the session of the personal token in the header `Authorization`.',
  access: 'public',
  async run(ctx) {
    const token = bearerOf({ ...ctx, transport: 'rest' });
    if (token === null) throw new ApiError('auth.missing_session');
    const session = await findPersonalSession(ctx.services, token);
    if (!session) throw new ApiError('auth.invalid_token');
    return writeAccount(ctx, async (tx) => {
      await tx.session.deleteMany({ where: { id: session.id } });
      await recordAccount(tx, ctx, session.user, 'account.end_session', { session_id: session.id });
      return { ended: 1 };
    });
  },
});

function refused({ status, code }: AuthRefusal): KnownError {
  if (code === 'authorization_pending') return deviceErrors['auth.device_pending'];
  if (code === 'slow_down') return deviceErrors['auth.device_slow_down'];
  if (code === 'access_denied') return deviceErrors['auth.device_denied'];
  return status >= 500 ? 'internal' : deviceErrors['auth.device_code_over'];
}

function over(): ApiError {
  return new ApiError(deviceErrors['auth.device_code_over']);
}
