import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import type { AccessServices } from './caller.ts';

/** Hashes a password for better-auth. It is slow on purpose, so don't call it inside a transaction. */
export async function hashPassword(services: Pick<AccessServices, 'auth'>, password: string): Promise<string> {
  const { password: passwords } = await (await services.auth()).$context;
  return passwords.hash(password);
}

/** Makes a user who can sign in with a password, if they have one. @param account with the email address in lower case */
export async function createAccount(
  tx: Transaction,
  account: { readonly name: string; readonly email: string; readonly passwordHash: string | null },
): Promise<{ id: string; name: string; email: string }> {
  const id = newId('user');
  const user = { id, name: account.name, email: account.email };
  await tx.user.create({ data: { ...user, emailVerified: true } });
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

/** What a provider's accounts are stored under. It holds the issuer: another one under the same name knows other people. */
export function accountProvider({ id, issuer }: { readonly id: string; readonly issuer: string }): string {
  return `${id} ${issuer}`;
}

/** Whether someone has signed in to an account through a provider, or a provider's directory has the account. */
export async function isLinked(tx: Transaction, userId: string): Promise<boolean> {
  const ways = [{ accounts: { some: { providerId: { not: 'credential' } } } }, { directoryUsers: { some: {} } }];
  return (await tx.user.count({ where: { id: userId, OR: ways } })) > 0;
}
