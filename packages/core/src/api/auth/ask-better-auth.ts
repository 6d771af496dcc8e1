import type { Auth } from '../../access/better-auth.ts';
import { CLIENT_ADDRESS_HEADER } from '../../access/client-address.ts';
import { isAuthError, saysDeactivated } from '../../access/deactivated.ts';
import { assertUsable } from '../../platform/database/outage.ts';
import { ApiError, type KnownError } from '../../platform/errors.ts';
import type { ApiAuthContext } from './auth-operation.ts';

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

/** The headers of a request that better-auth receives, without very long ones. */
export function headersForBetterAuth({ headers, address }: Pick<ApiAuthContext, 'headers' | 'address'>): Headers {
  const given = FORWARDED_HEADERS.map((name) => [name, headers.get(name) ?? ''] as [string, string]);
  const picked = new Headers(given.filter(([, value]) => value !== '' && value.length <= MAX_FIELD_LENGTH));
  if (address !== null) picked.set(CLIENT_ADDRESS_HEADER, address);
  return picked;
}

/** Options of each call: who asks, and that cookies are wanted, which better-auth returns in headers only. */
interface CallOptions {
  readonly headers: Headers;
  readonly returnHeaders: true;
}

/** A refusal of better-auth. */
export interface AuthRefusal {
  readonly status: number;
  readonly code: unknown;
}

/**
 * Calls better-auth for a request, and adds the cookies that it sets to the answer.
 *
 * @param refused the error for a refusal; by default, only a session can be missing
 * @throws ApiError `auth.deactivated`, and as `refused` says
 */
export async function askBetterAuth<Result>(
  ctx: ApiAuthContext,
  call: (api: Auth['api'], options: CallOptions) => Promise<{ headers: Headers | null | undefined; response: Result }>,
  refused: (refusal: AuthRefusal) => KnownError | ApiError = ({ status }) =>
    status === 401 ? 'auth.missing_session' : 'internal',
): Promise<Result> {
  const { api } = await ctx.services.auth();
  try {
    const { headers, response } = await call(api, { headers: headersForBetterAuth(ctx), returnHeaders: true });
    for (const cookie of headers?.getSetCookie() ?? []) ctx.response.headers.append('set-cookie', cookie);
    return response;
  } catch (cause) {
    if (saysDeactivated(cause)) throw new ApiError('auth.deactivated');
    if (!isAuthError(cause) || cause.statusCode >= 500) await assertUsable(ctx.services.database);
    if (!isAuthError(cause)) throw cause;
    const { code, error = code } = (cause.body ?? {}) as { code?: unknown; error?: unknown };
    const known = refused({ status: cause.statusCode, code: error });
    throw known instanceof ApiError ? known : new ApiError(known, { cause });
  }
}

/** The same request, with an answer of its own: without the cookies that better-auth sets. */
export function withoutCookies(ctx: ApiAuthContext): ApiAuthContext {
  return { ...ctx, response: { status: 200, headers: new Headers() } };
}
