import type { Role } from '../../permissions.ts';
import type { InvitationView } from './invitations.schemas.ts';

/** An invitation may be accepted for so long. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Conditions of an invitation that can still be accepted. */
export function openAt(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}

export function toInvitationView(invitation: {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly invitedById: string;
  readonly invitedByName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}): InvitationView {
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role as Role,
    invited_by: { id: invitation.invitedById, name: invitation.invitedByName },
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}
