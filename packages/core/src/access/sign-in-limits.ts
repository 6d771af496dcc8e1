import { ApiError } from '../platform/errors.ts';
import type { AccessServices } from './caller.ts';
import type { GiveBack } from './limits/rate-limiter.ts';

/** An attempt to sign in. */
export interface SignInAttempt {
  readonly email: string;
  /** Null when it isn't known: all such clients count as one, and there's no limit by address. */
  readonly address: string | null;
  /** Whether the account was used in this browser before. */
  readonly isKnownBrowser: boolean;
}

/**
 * Counts an attempt to sign in towards three limits, before the password is checked: by address and account together, by
 * account, and by address. A browser in which the account was used before has a limit of its own, which no stranger can
 * exhaust. The limits by account and by address don't apply to a person with an open session from this address.
 *
 * @returns a function that gives the units back when the attempt succeeds
 * @throws ApiError `rate_limited`; then nothing was spent
 */
export async function spendSignIn(
  services: AccessServices,
  { email, address, isKnownBrowser }: SignInAttempt,
): Promise<GiveBack> {
  const { limiter } = services;
  const from = isKnownBrowser ? 'known browser' : (address ?? 'unknown');
  const spent = [await limiter.spend('auth.sign_in', `${email} ${from}`)];
  const giveBack: GiveBack = async () => {
    for (const give of spent.splice(0)) await give();
  };
  if (isKnownBrowser) return giveBack;
  try {
    spent.push(await limiter.spend('auth.sign_in_account', email));
    if (address !== null) spent.push(await limiter.spend('auth.sign_in_address', address));
  } catch (error) {
    const isRefused = error instanceof ApiError && error.errorCode === 'rate_limited';
    if (!isRefused || !(await hasSessionFrom(services, email, address))) {
      await giveBack();
      throw error;
    }
  }
  return giveBack;
}

/** Whether the account has an open session from an address. */
async function hasSessionFrom(services: AccessServices, email: string, address: string | null): Promise<boolean> {
  if (address === null) return false;
  const session = await services.database.prisma.session.findFirst({
    where: { user: { email }, ipAddress: address, expiresAt: { gt: services.clock.now() } },
    select: { id: true },
  });
  return session !== null;
}
