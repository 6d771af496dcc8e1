import { tellOwner } from '../../access/account-news.ts';
import { findPasswordHash, matchesHash } from '../../access/accounts.ts';
import { betterAuthSessionOf } from '../../access/authenticate.ts';
import { CLIENT_ADDRESS_HEADER } from '../../access/client-address.ts';
import { saysDeactivated } from '../../access/deactivated.ts';
import type { Actor } from '../../platform/actor.ts';
import type { InstanceAuditAction } from '../../platform/audit-actions.ts';
import { insertAuditRecords } from '../../platform/audit-records.store.ts';
import { execute } from '../../platform/database/sql.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ApiServices } from '../context.ts';
import { passwordInput, readAuthBody } from './auth-body.ts';

/** The headers that better-auth receives, besides the client's address. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
];
const MAX_FIELD_LENGTH = 8_192;

/** A request below /auth. */
export interface AuthRequest {
  readonly services: ApiServices;
  readonly request: Request;
  readonly path: string;
  readonly requestId: string;
  /** The client's address; null when it isn't known. */
  readonly address: string | null;
}

/** A signed-in person and their session. */
export interface SignedIn {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whether the person has proved that the address is theirs. */
  readonly emailVerified: boolean;
  readonly hasTwoFactor: boolean;
  /** Whether a provider asked for a second factor when the session began; null when it began without a provider. */
  readonly providerFactor: boolean | null;
}

/** The person who is signed in. @throws ApiError `auth.missing_session` */
export async function personOf({ services, request }: AuthRequest): Promise<SignedIn> {
  const found = await betterAuthSessionOf(services, pick(request.headers, ['cookie']).get('cookie') ?? '');
  if (!found) throw new ApiError('auth.missing_session');
  const { id, name, email, emailVerified, twoFactorEnabled } = found.user;
  const { id: sessionId, providerFactor } = found.session;
  return {
    id,
    name,
    email,
    sessionId,
    emailVerified,
    hasTwoFactor: twoFactorEnabled === true,
    providerFactor: providerFactor ?? null,
  };
}

/**
 * Refuses another credential than a password while someone else may have begun the account: it would stay when its owner comes.
 *
 * @throws ApiError `auth.email_not_verified`
 */
export function requireVerified({ emailVerified }: Pick<SignedIn, 'emailVerified'>): void {
  if (!emailVerified) throw new ApiError('auth.email_not_verified');
}

/** Whether a person's session stands: what ends sessions may come while a request is under way. */
export async function isStillSignedIn(
  { services }: Pick<AuthRequest, 'services'>,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<boolean> {
  return (await services.database.prisma.session.count({ where: { id: sessionId } })) > 0;
}

/** Parts of a request to better-auth that replace the original's. */
interface Question {
  /** Below /auth. */
  readonly path?: string;
  readonly method?: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: object;
}

/** The headers of a request that better-auth receives. */
export function headersForBetterAuth({ request, address }: Pick<AuthRequest, 'request' | 'address'>): Headers {
  const headers = pick(request.headers, FORWARDED_HEADERS);
  if (address !== null) headers.set(CLIENT_ADDRESS_HEADER, address);
  return headers;
}

/**
 * Sends a request to better-auth, and returns its response, whatever the status.
 *
 * @throws ApiError `auth.deactivated`
 */
export async function askBetterAuth(
  { services, request, path, address }: AuthRequest,
  question: Question,
): Promise<Response> {
  const { body, method = request.method } = question;
  const headers = headersForBetterAuth({ request, address });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const auth = await services.auth();
  const url = new URL(question.path === undefined ? path : `/auth/${question.path}`, services.settings.apiUrl);
  // A session can't be renewed while the database is read-only.
  if (services.database.isReadOnly()) url.searchParams.set('disableRefresh', 'true');
  const asked = new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const response = await auth.handler(asked);
  if (await saysDeactivated(response)) throw new ApiError('auth.deactivated');
  return response;
}

/**
 * Answers the request with better-auth's response.
 *
 * @param body sent as JSON
 * @throws ApiError `auth.missing_session`, `auth.origin_not_allowed`
 */
export async function forward(request: AuthRequest, body?: object): Promise<Response> {
  const response = await askBetterAuth(request, body === undefined ? {} : { body });
  if (response.status === 403) throw new ApiError('auth.origin_not_allowed');
  if (response.status === 401 && request.path !== '/auth/sign-in/email') throw new ApiError('auth.missing_session');
  return response;
}

/**
 * Checks the password that a signed-in person entered again, and returns both.
 *
 * @throws ApiError `auth.missing_session`, `rate_limited`, and `validation_failed` at `password`
 */
export async function confirmedPersonOf(request: AuthRequest): Promise<{ person: SignedIn; password: string }> {
  const person = await personOf(request);
  const { password } = await readAuthBody(request.request, passwordInput);
  await confirmPassword(request.services, person, password);
  return { person, password };
}

/** @throws ApiError `rate_limited`, and `validation_failed` at `password` when it's wrong, or the person has none */
export async function confirmPassword(
  services: AuthRequest['services'],
  { id }: Pick<SignedIn, 'id'>,
  password: string,
): Promise<void> {
  const giveBack = await services.limiter.spend('auth.change_password', id);
  if (!(await isPasswordOf(services, id, password))) throw invalid(['password'], 'The password is wrong.');
  await giveBack();
}

/** Whether a password is right. Doesn't count towards any limit. */
export async function isPasswordOf(
  services: AuthRequest['services'],
  userId: string,
  password: string,
): Promise<boolean> {
  return matchesHash(services, password, await findPasswordHash(services.database.prisma, userId));
}

/** Writes an audit record about a person's account, and mails them what matters to them. @param by who did it; by default the person */
export async function recordAccount(
  { services, requestId }: AuthRequest,
  { id, name, email }: Pick<SignedIn, 'id' | 'name' | 'email'>,
  action: InstanceAuditAction,
  data: Readonly<Record<string, unknown>> = {},
  by: Actor = { type: 'user', id, name, email },
): Promise<void> {
  const at = services.clock.now();
  const { pool } = services.database;
  await execute(pool, insertAuditRecords([{ projectId: null, action, targetId: id, actor: by, requestId, data, at }]));
  await tellOwner(pool, services, { userId: id, to: email, action, at });
}

/** A response with the cookies of another one. */
export function withCookiesOf(response: Response, body: object): Response {
  const answer = Response.json(body);
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null && value.length <= MAX_FIELD_LENGTH) picked.set(name, value);
  }
  return picked;
}
