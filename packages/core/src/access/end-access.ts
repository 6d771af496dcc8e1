import type { Transaction } from '../platform/audit.ts';
import { forgetDevices } from './forget-devices.ts';

/**
 * Ends what a person could still get in with: sessions of browsers and of the `stele` command, sign-ins and programs that wait for a
 * confirmation, links to reset the password, and invitations that they sent, which they might have sent to themselves. Their row must
 * be locked, so that no session begins meanwhile. Password and passkeys stay for when they're active again.
 *
 * @returns how many of some; for the audit log
 */
export async function endAccess(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<{ readonly sessions: number; readonly invitations: number }> {
  await forgetDevices(tx, userId);
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.verification.deleteMany({ where: { value: userId } });
  const { count: sessions } = await tx.session.deleteMany({ where: { userId } });
  const { count: invitations } = await tx.invitation.updateMany({
    where: { invitedById: userId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  return { sessions, invitations };
}
