import type { Transaction } from '../platform/audit.ts';
import { type ClearedCredentials, clearCredentials } from './clear-credentials.store.ts';
import { isOperator } from './operator.store.ts';

/**
 * Notes that a person has proved that the address of an account is theirs. The first time, everything that lets someone into the account
 * ends: anyone may have begun it, with a password that they know, since an invitation's link works for the person who sent it, too.
 *
 * @returns the credentials that ended; undefined when the address was verified before
 */
export async function verifyEmail(tx: Transaction, userId: string): Promise<ClearedCredentials | undefined> {
  const unverified = { id: userId, emailVerified: false };
  const { count } = await tx.user.updateMany({ where: unverified, data: { emailVerified: true } });
  return count === 1 ? clearCredentials(tx, userId) : undefined;
}

/**
 * The same by a provider or its directory, which also say who has the address now: companies give addresses of people who left to others.
 * So the first of them ends everything that was set, but on the account of an operator.
 */
export async function verifyByProvider(tx: Transaction, userId: string): Promise<ClearedCredentials | undefined> {
  const ways = [{ accounts: { some: { providerId: { not: 'credential' } } } }, { directoryUsers: { some: {} } }];
  const isLinked = (await tx.user.count({ where: { id: userId, OR: ways } })) > 0;
  const ended = await verifyEmail(tx, userId);
  if (ended || isLinked || (await isOperator(tx, userId))) return ended;
  return clearCredentials(tx, userId);
}
