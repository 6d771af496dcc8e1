import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import { hashSecret } from './token-secret.ts';

/** A link that came by mail works for so long. */
export const MAILED_LINK_LIFETIME_MS = 60 * 60 * 1000;

/** A link that somebody hands over works for so long. */
export const HANDED_LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Of the cookies that let a browser in without a code, what the database keeps begins so. */
const TRUSTED_DEVICE = 'trust-device-';

/**
 * A link by which a person chooses a new password. Of those that they had before the newest stays, so that whoever asks for
 * another one in their name doesn't void the mail that they are about to read.
 *
 * @returns its secret, kept only as a hash
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

/** Whose link a secret opens; null when it opens none, or no longer. */
export async function findPasswordReset(
  prisma: PrismaClient,
  secret: string,
  now: Date,
): Promise<{ id: string; user: { id: string; name: string; email: string } } | null> {
  return prisma.passwordReset.findFirst({
    where: { secretHash: hashSecret(secret), usedAt: null, expiresAt: { gt: now } },
    select: { id: true, user: { select: { id: true, name: true, email: true } } },
  });
}

/**
 * Gives a person a new password, by a link: once. Their sessions end, their other links too, and no browser is let in
 * without a code any more.
 *
 * @returns false when somebody else used the link just before
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
  await tx.account.updateMany({ where: { userId, providerId: 'credential' }, data: { password: use.passwordHash } });
  await forgetDevices(tx, userId);
  await tx.session.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId, usedAt: null } });
  await forgetTrustedDevices(tx, userId);
  return true;
}

/** Programs that a person let in, but that haven't fetched their token yet, get none. */
export async function forgetDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.deviceCode.deleteMany({ where: { userId } });
}

/** What a person's password is stored as; null without one. It's another after each change. */
export async function findPasswordHash(prisma: PrismaClient, userId: string): Promise<string | null> {
  const account = await prisma.account.findFirst({
    where: { userId, providerId: 'credential' },
    select: { password: true },
  });
  return account?.password ?? null;
}

/** From now on every browser is asked for the code again. */
export async function forgetTrustedDevices(tx: Transaction, userId: string): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId, identifier: { startsWith: TRUSTED_DEVICE } } });
}
