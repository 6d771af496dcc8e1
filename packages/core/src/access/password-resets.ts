import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import { setPassword } from './accounts.ts';
import type { ClearedCredentials } from './clear-credentials.store.ts';
import { forgetDevices } from './forget-devices.ts';
import { resetRightOf } from './reset-right.store.ts';
import { hashSecret } from './token-secret.ts';
import { verifyEmail } from './verify-email.ts';

/** How long a link in a mail works. */
export const MAILED_LINK_LIFETIME_MS = 60 * 60 * 1000;

/** How long a link from another person works. */
export const HANDED_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Makes a link to choose a new password. The newest earlier link stays valid, so that a stranger who requests another one
 * doesn't invalidate a mail that is still unread.
 *
 * @param reset `madeById`: who hands it to the person; null when it goes to their address
 * @returns the secret of the link, which is stored only as a hash
 */
export async function createPasswordReset(
  tx: Transaction,
  reset: {
    readonly userId: string;
    readonly madeById: string | null;
    readonly now: Date;
    readonly lifetimeMs: number;
  },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const secret = randomBytes(24).toString('base64url');
  const id = newId('passwordReset');
  const expiresAt = new Date(reset.now.getTime() + reset.lifetimeMs);
  const unused = { userId: reset.userId, usedAt: null };
  const newest = await tx.passwordReset.findFirst({ where: unused, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  if (newest) await tx.passwordReset.deleteMany({ where: { ...unused, id: { not: newest.id } } });
  const { userId, madeById } = reset;
  await tx.passwordReset.create({
    data: { id, userId, madeById, secretHash: hashSecret(secret), createdAt: reset.now, expiresAt },
  });
  return { id, secret, expiresAt };
}

/** The password reset with a secret, and its person; null when it doesn't exist, was used or has expired, or they're deactivated. */
export async function findPasswordReset(
  prisma: PrismaClient,
  secret: string,
  now: Date,
): Promise<{ id: string; user: { id: string; name: string; email: string } } | null> {
  return prisma.passwordReset.findFirst({
    where: { secretHash: hashSecret(secret), usedAt: null, expiresAt: { gt: now }, user: { deactivatedAt: null } },
    select: { id: true, user: { select: { id: true, name: true, email: true } } },
  });
}

/** The credentials that ended with a new password by a link. */
export interface UsedReset {
  /** Set when the link proved for the first time that the address is the person's. */
  readonly ended: ClearedCredentials | undefined;
}

/**
 * Sets a person's new password by a link, which works once. Ends their sessions, other links and sign-ins that wait for a code; every
 * browser needs a code again. A link that was mailed, or that the operator handed over, verifies the address.
 *
 * @returns null when the link was used meanwhile, or its maker may not make it any more
 */
export async function usePasswordReset(
  tx: Transaction,
  use: { readonly id: string; readonly userId: string; readonly passwordHash: string; readonly now: Date },
): Promise<UsedReset | null> {
  const { id, userId } = use;
  const { count } = await tx.passwordReset.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: use.now } },
    data: { usedAt: use.now },
  });
  if (count !== 1) return null;
  const { madeById } = await tx.passwordReset.findUniqueOrThrow({ where: { id } });
  const right = madeById === null ? 'mail' : await resetRightOf(tx, madeById, userId);
  if (right === null) return null;
  const ended = right === 'owner' ? undefined : await verifyEmail(tx, userId);
  await setPassword(tx, userId, use.passwordHash);
  await forgetDevices(tx, userId);
  await tx.session.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await tx.verification.deleteMany({ where: { value: userId } });
  return { ended };
}
