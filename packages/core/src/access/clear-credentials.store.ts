import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from '../platform/audit.ts';
import { execute, sql } from '../platform/database/sql.ts';
import { findPasswordHash } from './accounts.ts';
import { forgetDevices } from './forget-devices.ts';

/** How many of each were removed; for the audit log. */
export interface ClearedCredentials {
  readonly passwords: number;
  readonly passkeys: number;
  readonly codes: number;
  readonly sessions: number;
  /** Invitations that the person sent, perhaps to themselves. */
  readonly invitations: number;
  readonly preview_links: number;
}

/**
 * Removes everything that lets someone into an account, or would later: the password, passkeys, codes of an app, sessions, links to
 * reset the password, programs and sign-ins that wait for a confirmation, and links that the person made: invitations and previews.
 */
export async function clearCredentials(tx: Transaction, userId: string): Promise<ClearedCredentials> {
  const where = { userId };
  await forgetDevices(tx, userId);
  await tx.passwordReset.deleteMany({ where });
  await tx.verification.deleteMany({ where: { value: userId } });
  await tx.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
  const { count: passwords } = await tx.account.deleteMany({ where: { userId, providerId: 'credential' } });
  const { count: passkeys } = await tx.passkey.deleteMany({ where });
  const { count: codes } = await tx.twoFactor.deleteMany({ where });
  const { count: sessions } = await tx.session.deleteMany({ where });
  const invitations = await execute(
    tx,
    sql`UPDATE invitations SET revoked_at = now()
      WHERE invited_by_id = ${userId} AND accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()`,
  );
  const preview_links = await execute(
    tx,
    sql`UPDATE preview_links SET revoked_at = now() WHERE creator_id = ${userId} AND revoked_at IS NULL AND expires_at > now()`,
  );
  return { passwords, passkeys, codes, sessions, invitations, preview_links };
}

/**
 * Ends a session that began with a password which was replaced or removed meanwhile. That ends sessions, but this one may have begun
 * just after.
 *
 * @param begun the session, if there is one, as better-auth answers it
 * @param used the hash of the password
 * @returns whether it did
 */
export async function endedWithPassword(
  prisma: PrismaClient,
  { token, user }: { readonly token?: string | null | undefined; readonly user?: { readonly id: string } },
  used: string | null,
): Promise<boolean> {
  if (!token || !user || (await findPasswordHash(prisma, user.id)) === used) return false;
  await prisma.session.deleteMany({ where: { token } });
  return true;
}
