import type { Role } from '../../access/permissions.ts';
import type { Transaction } from '../../platform/audit.ts';
import { query, sql } from '../../platform/database/sql.ts';
import type { InvitationView } from './invitations.schemas.ts';

/** An invitation may be accepted for so long. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Conditions of an invitation that can still be accepted. */
export function openAt(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}

/**
 * Whether whoever invited may still do so: people while they own the project. Inside of a transaction they stay owners until
 * its end.
 */
export async function mayStillInvite(
  tx: Transaction,
  { projectId, invitedById }: { readonly projectId: string; readonly invitedById: string },
): Promise<boolean> {
  if (!isPerson(invitedById)) return true;
  const owners = await query(
    tx,
    sql`SELECT 1 FROM members
      WHERE project_id = ${projectId} AND user_id = ${invitedById} AND role = 'owner' FOR SHARE`,
  );
  return owners.length > 0;
}

/** Ends the open invitations that somebody made. @returns their ids */
export async function endInvitationsOf(
  tx: Transaction,
  projectId: string,
  userId: string,
  now: Date,
): Promise<string[]> {
  const ended = await tx.invitation.updateManyAndReturn({
    where: { projectId, invitedById: userId, ...openAt(now) },
    data: { revokedAt: now },
    select: { id: true },
  });
  return ended.map(({ id }) => id);
}

/** Whether an actor's id is a person's. */
export function isPerson(id: string): boolean {
  return id.startsWith('usr_');
}

/** @param inviterEmail address of whoever invited, where it's known */
export function toInvitationView(
  invitation: {
    readonly id: string;
    readonly email: string;
    readonly role: string;
    readonly invitedById: string;
    readonly invitedByName: string;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
  inviterEmail?: string,
): InvitationView {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role as Role,
    invited_by: {
      id: invitation.invitedById,
      name: invitation.invitedByName,
      ...(inviterEmail !== undefined && { email: inviterEmail }),
    },
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}
