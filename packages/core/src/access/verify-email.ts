import type { Transaction } from '../platform/audit.ts';
import { type ClearedCredentials, clearCredentials } from './clear-credentials.ts';

/**
 * Notes that a person has proved that the address of an account is theirs. The first time, everything that lets someone into the account
 * ends: anyone may have begun it, with a password that they know, since an invitation's link works for the person who sent it, too.
 *
 * @returns what has ended; undefined when the address was verified before
 */
export async function verifyEmail(tx: Transaction, userId: string): Promise<ClearedCredentials | undefined> {
  const unverified = { id: userId, emailVerified: false };
  const { count } = await tx.user.updateMany({ where: unverified, data: { emailVerified: true } });
  return count === 1 ? clearCredentials(tx, userId) : undefined;
}
