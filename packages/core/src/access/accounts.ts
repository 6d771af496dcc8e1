import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import type { AccessServices } from './caller.ts';

/** Hashes a password for better-auth. It is slow on purpose, so don't call it inside a transaction. */
export async function hashPassword(services: Pick<AccessServices, 'auth'>, password: string): Promise<string> {
  const { password: passwords } = await (await services.auth()).$context;
  return passwords.hash(password);
}

/** An account that begins. */
interface NewAccount {
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly passwordHash: string | null;
  /** Whether the address is known to be the person's. */
  readonly emailVerified: boolean;
}

/** Makes a user who can sign in with a password, if they have one. */
export async function createAccount(
  tx: Transaction,
  account: NewAccount,
): Promise<{ id: string; name: string; email: string }> {
  const id = newId('user');
  const user = { id, name: account.name, email: account.email };
  await tx.user.create({ data: { ...user, emailVerified: account.emailVerified } });
  if (account.passwordHash !== null) await setPassword(tx, id, account.passwordHash);
  return user;
}

/** Sets a person's password, whether they had one or not. */
export async function setPassword(tx: Transaction, userId: string, password: string): Promise<void> {
  const key = { providerId: 'credential', accountId: userId };
  await tx.account.upsert({
    where: { providerId_accountId: key },
    create: { id: newId('account'), ...key, userId, password },
    update: { password },
  });
}

/** The hash of a person's password, which differs after each change; null without a password. */
export function findPasswordHash(prisma: PrismaClient, userId: string): Promise<string | null> {
  return hashOf(prisma, { id: userId });
}

/** The same by the person's address. @param email in lower case */
export function findHashByEmail(prisma: PrismaClient, email: string): Promise<string | null> {
  return hashOf(prisma, { email });
}

async function hashOf(prisma: PrismaClient, user: { id: string } | { email: string }): Promise<string | null> {
  const account = await prisma.account.findFirst({
    where: { user, providerId: 'credential' },
    select: { password: true },
  });
  return account?.password ?? null;
}

/** Whether a password is the one with a hash. Slow on purpose, too. */
export async function matchesHash(
  services: Pick<AccessServices, 'auth'>,
  password: string,
  hash: string | null,
): Promise<boolean> {
  if (hash === null) return false;
  const { password: passwords } = await (await services.auth()).$context;
  return passwords.verify({ hash, password });
}

/** Sets a person's password if it's still the one with a hash. @returns whether it was */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  hashes: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const current = { userId, providerId: 'credential', password: hashes.from };
  const { count } = await tx.account.updateMany({ where: current, data: { password: hashes.to } });
  return count === 1;
}

/** The key of a provider's accounts. It has the issuer, since another issuer under the same id knows other people. */
export function accountProvider({ id, issuer }: { readonly id: string; readonly issuer: string }): string {
  return `${id} ${issuer}`;
}
