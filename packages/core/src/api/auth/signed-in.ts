import { findPasswordHash, matchesHash } from '../../access/accounts.ts';
import { betterAuthSessionOf } from '../../access/authenticate.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { headersForBetterAuth } from './ask-better-auth.ts';
import type { ApiAuthContext, ApiPersonContext, SignedIn } from './auth-operation.ts';

/** The person who is signed in by cookie; null when no one is. */
export async function findSignedIn(ctx: ApiAuthContext): Promise<SignedIn | null> {
  const found = await betterAuthSessionOf(ctx.services, headersForBetterAuth(ctx).get('cookie') ?? '');
  if (!found) return null;
  const { id, name, email, emailVerified, twoFactorEnabled } = found.user;
  const { id: sessionId, providerFactor } = found.session;
  const hasTwoFactor = twoFactorEnabled === true;
  return { id, name, email, sessionId, emailVerified, hasTwoFactor, providerFactor: providerFactor ?? null };
}

/**
 * Refuses another credential than a password while someone else may have begun the account: it would stay when its owner comes.
 *
 * @throws ApiError `auth.email_not_verified`
 */
export function requireVerified({ emailVerified }: Pick<SignedIn, 'emailVerified'>): void {
  if (!emailVerified) throw new ApiError('auth.email_not_verified');
}

/** @throws ApiError `validation_failed` at `password` when it's not the person's, or they have none */
export async function confirmPassword({ services, person }: ApiPersonContext, password: string): Promise<void> {
  const hash = await findPasswordHash(services.database.prisma, person.id);
  if (!(await matchesHash(services, password, hash))) throw invalid(['password'], 'The password is wrong.');
}
