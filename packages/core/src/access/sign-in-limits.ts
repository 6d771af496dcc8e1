import { ApiError } from '../platform/errors.ts';
import type { AccessServices } from './caller.ts';
import type { GiveBack } from './limits/rate-limiter.ts';

/**
 * Counts an attempt to sign in, before it's known whether the password is right: of one address for one account, of all
 * addresses for the account, and of the address for all accounts. The two wide ones don't hold up somebody who has a
 * session from this address already, so that no stranger keeps people out.
 *
 * @param address null when nobody knows it: then all such clients count as one, and there's no count of the address
 * @returns gives back what was spent, for attempts that succeed
 * @throws ApiError `rate_limited`; then nothing was spent
 */
export async function spendSignIn(services: AccessServices, email: string, address: string | null): Promise<GiveBack> {
  const { limiter } = services;
  const spent = [await limiter.spend('auth.sign_in', `${email} ${address ?? 'unknown'}`)];
  const giveBack: GiveBack = async () => {
    for (const give of spent.splice(0)) await give();
  };
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

/** Whether the account's owner has signed in from an address, and not signed out. */
async function hasSessionFrom(services: AccessServices, email: string, address: string | null): Promise<boolean> {
  if (address === null) return false;
  const session = await services.database.prisma.session.findFirst({
    where: { user: { email }, ipAddress: address, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return session !== null;
}
