import { isKnownBrowser } from '../../access/known-browser.ts';
import type { LimitUse } from '../../api/within-limits.ts';
import type { AuthContext } from '../context.ts';
import { sessionLimits } from './sessions.names.ts';

/** An attempt to sign in. */
interface SignInAttempt {
  readonly email: string;
}

/** Whether the account was used in this browser before: it has a limit of its own then, which no stranger can exhaust. */
function isKnown({ email }: SignInAttempt, { services, headers }: AuthContext): boolean {
  return isKnownBrowser(services.settings, email, headers.get('cookie'));
}

/** Whether the account has an open session from this address. */
async function hasSessionFrom({ services, address }: AuthContext, { email }: SignInAttempt): Promise<boolean> {
  if (address === null) return false;
  const session = await services.database.prisma.session.findFirst({
    where: { user: { email }, ipAddress: address, expiresAt: { gt: services.clock.now() } },
    select: { id: true },
  });
  return session !== null;
}

/**
 * An attempt to sign in counts towards three limits, before the password is checked: by address and account together, by account, and
 * by address. All clients whose address isn't known count as one, without a limit by address.
 */
export const signInLimits: readonly LimitUse<AuthContext, SignInAttempt>[] = [
  {
    limit: sessionLimits['auth.sign_in'],
    counts: 'failures',
    per: (ctx, input) => [`${input.email} ${isKnown(input, ctx) ? 'known browser' : (ctx.address ?? 'unknown')}`],
  },
  {
    limit: sessionLimits['auth.sign_in_account'],
    counts: 'failures',
    when: (input, ctx) => !isKnown(input, ctx),
    per: (_ctx, { email }) => [email],
    unless: hasSessionFrom,
  },
  {
    limit: sessionLimits['auth.sign_in_address'],
    counts: 'failures',
    when: (input, ctx) => ctx.address !== null && !isKnown(input, ctx),
    per: ({ address }) => [address ?? ''],
    unless: hasSessionFrom,
  },
];
