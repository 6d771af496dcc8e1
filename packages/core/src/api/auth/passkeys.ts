import { knownBrowserCookie } from '../../access/known-browser.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import { ApiError } from '../../platform/errors.ts';
import { passkeyInput, passkeyNameInput, passkeyResponseInput, readAuthBody } from './auth-body.ts';
import {
  type AuthRequest,
  askBetterAuth,
  confirmedPersonOf,
  isStillSignedIn,
  personOf,
  recordAccount,
  requireVerified,
  withCookiesOf,
} from './auth-request.ts';
import { recordingRefusal, recordSignIn } from './sign-in-record.ts';

/** The most passkeys that a person may have. */
const MOST_PASSKEYS = 25;

/** The caller's passkeys, newest first. */
export async function listPasskeys(request: AuthRequest): Promise<Response> {
  const { id: userId } = await personOf(request);
  const { prisma } = request.services.database;
  const passkeys = await prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'desc' } });
  const data = passkeys.map(({ id, name, createdAt, backedUp }) => ({
    id,
    name: name ?? '',
    created_at: createdAt?.toISOString() ?? null,
    synced: backedUp,
  }));
  return Response.json({ data });
}

/** The options for a browser to create a passkey. Needs the password. */
export async function passkeyRegistrationOptions(request: AuthRequest): Promise<Response> {
  const { person } = await confirmedPersonOf(request);
  requireVerified(person);
  const count = await request.services.database.prisma.passkey.count({ where: { userId: person.id } });
  if (count >= MOST_PASSKEYS) throw new ApiError('auth.passkey_limit_reached');
  return askBetterAuth(request, { path: 'passkey/generate-register-options', method: 'GET' });
}

/** Stores the passkey that a browser made. */
export async function registerPasskey(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  requireVerified(person);
  const { name, response } = await readAuthBody(request.request, passkeyNameInput);
  await request.services.limiter.spend('auth.account', person.id);
  const answer = await askBetterAuth(request, { path: 'passkey/verify-registration', body: { name, response } });
  if (!answer.ok) throw new ApiError('auth.passkey_refused', { cause: await answer.text() });
  const { id } = (await answer.json()) as { id: string };
  if (!(await isStillSignedIn(request, person))) {
    await request.services.database.prisma.passkey.deleteMany({ where: { id } });
    throw new ApiError('auth.missing_session');
  }
  await recordAccount(request, person, 'account.add_passkey', { passkey_id: id, name });
  return Response.json({ id, name });
}

/** Renames one of the caller's passkeys. @throws ApiError `auth.passkey_not_found` */
export async function renamePasskey(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const { id, name } = await readAuthBody(request.request, passkeyInput.required());
  await request.services.limiter.spend('auth.account', person.id);
  const { prisma } = request.services.database;
  const { count } = await prisma.passkey.updateMany({ where: { id, userId: person.id }, data: { name } });
  if (count === 0) throw new ApiError('auth.passkey_not_found');
  return Response.json({ id, name });
}

/** Removes one of the caller's passkeys. Removing it again changes nothing. */
export async function removePasskey(request: AuthRequest): Promise<Response> {
  const person = await personOf(request);
  const { id } = await readAuthBody(request.request, passkeyInput);
  await request.services.limiter.spend('auth.account', person.id);
  const { count } = await request.services.database.prisma.passkey.deleteMany({ where: { id, userId: person.id } });
  if (count > 0) await recordAccount(request, person, 'account.remove_passkey', { passkey_id: id });
  return Response.json({ removed: count });
}

/** The options for a browser to sign in with any of its passkeys. They don't reveal who has one. */
export async function passkeySignInOptions(request: AuthRequest): Promise<Response> {
  await request.services.limiter.spend('auth.passkey', request.address ?? 'unknown');
  return askBetterAuth(request, { path: 'passkey/generate-authenticate-options', method: 'GET' });
}

/** Signs in with a passkey. The device has verified its owner, so no code is needed. */
export async function signInWithPasskey(request: AuthRequest): Promise<Response> {
  const { response } = await readAuthBody(request.request, passkeyResponseInput);
  await request.services.limiter.spend('auth.passkey', request.address ?? 'unknown');
  const { services } = request;
  const where = { credentialID: response.id };
  const select = { user: { select: { id: true, name: true, email: true } } };
  const isId = /^[\w-]+$/.test(response.id);
  const key = isId ? await services.database.prisma.passkey.findUnique({ where, select }) : null;
  if (!key) throw new ApiError('auth.invalid_passkey');
  const answer = await recordingRefusal(request, { id: key.user.id }, 'passkey', async () => {
    if (!(await maySignInWithout(services, key.user.email))) throw new ApiError('auth.invalid_passkey');
    const made = await askBetterAuth(request, { path: 'passkey/verify-authentication', body: { response } });
    if (!made.ok) throw new ApiError('auth.invalid_passkey', { cause: await made.text() });
    return made;
  });
  const { session, user } = (await answer.json()) as { session: { token: string }; user: { email: string } };
  // If the passkey was removed meanwhile, this session may have begun just after others ended.
  if ((await services.database.prisma.passkey.count({ where })) === 0) {
    await services.database.prisma.session.deleteMany({ where: { token: session.token } });
    throw new ApiError('auth.invalid_passkey');
  }
  await recordSignIn(request, key.user, 'passkey');
  const signedIn = withCookiesOf(answer, { signed_in: true });
  signedIn.headers.append('set-cookie', knownBrowserCookie(services.settings, user.email));
  return signedIn;
}
