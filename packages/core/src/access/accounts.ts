import type { Transaction } from '../platform/audit.ts';
import { newId } from '../platform/ids.ts';
import type { AccessServices } from './caller.ts';

/** Hashes a password for better-auth. It is slow on purpose, so don't call it inside a transaction. */
export async function hashPassword(services: Pick<AccessServices, 'auth'>, password: string): Promise<string> {
  const { password: passwords } = await (await services.auth()).$context;
  return passwords.hash(password);
}

/** Makes a user who can sign in with a password. @param account with the email address in lower case */
export async function createAccount(
  tx: Transaction,
  account: { readonly name: string; readonly email: string; readonly passwordHash: string },
): Promise<{ id: string; name: string; email: string }> {
  const id = newId('user');
  const user = { id, name: account.name, email: account.email };
  await tx.user.create({ data: { ...user, emailVerified: true } });
  await tx.account.create({
    data: { id: newId('account'), accountId: id, providerId: 'credential', userId: id, password: account.passwordHash },
  });
  return user;
}
