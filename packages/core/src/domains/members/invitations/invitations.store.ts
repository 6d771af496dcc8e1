import { openAt, toMembership } from '../../../access/membership.ts';
import { viewOf } from '../../../api/view.ts';
import type { Invitation } from '../../../generated/prisma/client.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { execute, sql } from '../../../platform/database/sql.ts';
import { type InvitationView, invitationSchema } from './invitations.schemas.ts';

/** How long an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Whether the inviter may still invite: a person must own the project. In a transaction, they stay owners until its end.
 */
export async function mayStillInvite(
  tx: Transaction,
  { projectId, invitedById }: { readonly projectId: string; readonly invitedById: string },
): Promise<boolean> {
  if (!isPerson(invitedById)) return true;
  const owners = await execute(
    tx,
    sql`SELECT 1 FROM members
      WHERE project_id = ${projectId} AND user_id = ${invitedById} AND role = 'owner' FOR SHARE`,
  );
  return owners > 0;
}

/** Revokes the open invitations of some inviters. @returns the revoked invitations */
export function endInvitationsOf(
  tx: Transaction,
  projectId: string,
  userIds: readonly string[],
  now: Date,
): Promise<{ id: string; invitedById: string }[]> {
  return tx.invitation.updateManyAndReturn({
    where: { projectId, invitedById: { in: [...userIds] }, ...openAt(now) },
    data: { revokedAt: now },
    select: { id: true, invitedById: true },
  });
}

/** Whether an actor's id is a person's. */
export function isPerson(id: string): boolean {
  return id.startsWith('usr_');
}

/** @param inviterEmail email address of the inviter, if known */
export function toInvitationView(invitation: Invitation, inviterEmail?: string): InvitationView {
  const { invitedById: id, invitedByName: name } = invitation;
  return viewOf(invitationSchema, invitation, {
    ...toMembership(invitation),
    invited_by: { id, name, ...(inviterEmail !== undefined && { email: inviterEmail }) },
  });
}
