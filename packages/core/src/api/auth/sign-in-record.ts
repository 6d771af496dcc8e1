import { ProviderError } from '../../access/providers/provider-error.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { ApiError } from '../../platform/errors.ts';
import { type AuthRequest, recordAccount, type SignedIn } from './auth-request.ts';

/** How someone signs in. A program signs in by a person's session: `account.sign_in_device`. */
type Way = 'password' | 'code' | 'recovery_code' | 'passkey' | 'provider';

/** Writes to the instance's audit log that someone has signed in, from where and with what. */
export function recordSignIn(
  request: AuthRequest,
  person: Pick<SignedIn, 'id' | 'name' | 'email'>,
  way: Way,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordAccount(request, person, 'account.sign_in', { way, ...more, ...clientOf(request) });
}

/**
 * Writes that someone has failed to sign in to an account, if there is one. It goes on by itself, so that an answer takes as long without
 * an account. Of very many failures, the log has some: others could fill it.
 */
export function recordFailedSignIn(
  request: AuthRequest,
  account: { email: string } | { id: string },
  way: Way,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { services } = request;
  const record = async (): Promise<void> => {
    const user = await services.database.prisma.user.findUnique({ where: account });
    if (!user) return;
    await services.limiter.spend('auth.record_failure', user.id);
    await recordAccount(request, user, 'account.fail_sign_in', { way, ...more, ...clientOf(request) }, SYSTEM);
  };
  void record().catch((err: unknown) => {
    if (err instanceof ApiError && err.errorCode === 'rate_limited') return;
    services.log.error({ err }, 'a failed sign-in could not be recorded');
  });
}

/** Does what ends a sign-in to an account, and records a refusal. @param account null for one that names none */
export async function recordingRefusal<Result>(
  request: AuthRequest,
  account: { email: string } | { id: string } | null,
  way: Way,
  work: () => Promise<Result>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof ProviderError ? { problem: error.problem } : {};
    const isRefusal = error instanceof ProviderError || (error instanceof ApiError && error.status < 500);
    if (isRefusal && account) recordFailedSignIn(request, account, way, { ...more, ...problem });
    throw error;
  }
}

/** The id of the person who gave their password and is asked for a code; null if there is none. Only good for a record: nothing proves it. */
export async function findPending({ services, request }: AuthRequest): Promise<string | null> {
  const { createAuthCookie } = await (await services.auth()).$context;
  const { name } = createAuthCookie('two_factor');
  const cookies = (request.headers.get('cookie') ?? '').split(/; */);
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
  const identifier = found?.split('.')[0];
  if (!identifier) return null;
  const pending = await services.database.prisma.verification.findFirst({ where: { identifier } });
  return pending?.value ?? null;
}

const MAX_USER_AGENT_LENGTH = 300;

function clientOf({ address, request }: AuthRequest): { ip_address: string | null; user_agent: string | null } {
  const userAgent = request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  return { ip_address: address, user_agent: userAgent };
}
