import type { APIError } from 'better-auth/api';
import type { PrismaClient } from '../generated/prisma/client.ts';

/** The code of better-auth's error for someone who is deactivated. */
const DEACTIVATED = 'ACCOUNT_DEACTIVATED';

/**
 * Ends a session that has just begun if its person is deactivated. Every way to sign in comes by here, once a password, a passkey or
 * a provider has proved who the person is, and before a second factor.
 *
 * @throws APIError with the code `ACCOUNT_DEACTIVATED`
 */
export async function keepOut(prisma: PrismaClient, { id, userId }: { id: string; userId: string }): Promise<void> {
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { deactivatedAt: true } });
  if (!user?.deactivatedAt) return;
  await prisma.session.deleteMany({ where: { id } });
  const { APIError: Refusal } = await import('better-auth/api');
  throw new Refusal('FORBIDDEN', { code: DEACTIVATED, message: 'The account is deactivated.' });
}

/** Whether an error is one of better-auth, which isn't loaded to find that out. */
export function isAuthError(error: unknown): error is APIError {
  return error instanceof Error && error.name === 'APIError';
}

/** Whether an error of better-auth says that the person is deactivated. */
export function saysDeactivated(error: unknown): boolean {
  return isAuthError(error) && error.body?.code === DEACTIVATED;
}
