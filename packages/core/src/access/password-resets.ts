import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import { setPassword } from './accounts.ts';
import { hashSecret } from './token-secret.ts';

/** How long a link in a mail works. */
export const MAILED_LINK_LIFETIME_MS = 60 * 60 * 1000;

/** How long a link from another person works. */
export const HANDED_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Prefix of better-auth's identifiers of browsers that sign in without a code. */
const TRUSTED_DEVICE = 'trust-device-';

/**
 * Makes a link to choose a new password. The newest earlier link stays valid, so that a stranger who requests another one
 * doesn't invalidate a mail that is still unread.
 *
 * @returns the secret of the link, which is stored only as a hash
 */
export async function createPasswordReset(
  tx: Transaction,
  reset: { readonly userId: string; readonly now: Date; readonly lifetimeMs: number },
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const secret = randomBytes(24).toString('base64url');
  const id = newId('passwordReset');
  const expiresAt = new Date(reset.now.getTime() + reset.lifetimeMs);
  const unused = { userId: reset.userId, usedAt: null };
  const newest = await tx.passwordReset.findFirst({ where: unused, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
  if (newest) await tx.passwordReset.deleteMany({ where: { ...unused, id: { not: newest.id } } });
  await tx.passwordReset.create({
    data: { id, userId: reset.userId, secretHash: hashSecret(secret), createdAt: reset.now, expiresAt },
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

/**
 * Sets a person's new password by a link, which works once. Ends their sessions and other links, and every browser needs a
 * code again.
 *
 * @returns false when the link was used meanwhile
 */
export async function usePasswordReset(
  tx: Transaction,
  use: { readonly id: string; readonly userId: string; readonly passwordHash: string; readonly now: Date },
): Promise<boolean> {
  const { count } = await tx.passwordReset.updateMany({
    where: { id: use.id, usedAt: null, expiresAt: { gt: use.now } },
    data: { usedAt: use.now },
  });
  if (count !== 1) return false;
  const { userId } = use;
  await setPassword(tx, userId, use.passwordHash);
  await forgetDevices(tx, userId);
  await tx.session.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await forgetTrustedDevices(tx, userId);
  return true;
}

/** Programs that a person allowed, but that haven't fetched their token yet, get no token. */
export async function forgetDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.deviceCode.deleteMany({ where: { userId } });
}

/** The hash of a person's password, which differs after each change; null without a password. */
export async function findPasswordHash(prisma: PrismaClient, userId: string): Promise<string | null> {
  const account = await prisma.account.findFirst({
    where: { userId, providerId: 'credential' },
    select: { password: true },
  });
  return account?.password ?? null;
}

/** Makes every browser ask for a code again. */
export async function forgetTrustedDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId, identifier: { startsWith: TRUSTED_DEVICE } } });
}
