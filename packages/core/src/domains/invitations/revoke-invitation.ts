import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { InvitationView } from './invitations.schemas.ts';
import { toInvitationView } from './invitations.store.ts';

/** Revokes an invitation. Revoking it again changes nothing. @throws ApiError `invitation.not_found` */
export async function revokeInvitation(ctx: ProjectContext, input: { invitationId: string }): Promise<InvitationView> {
  return write(ctx, async (tx) => {
    const invitation = await tx.invitation.findFirst({ where: { id: input.invitationId, projectId: ctx.project.id } });
    if (!invitation || invitation.acceptedAt) throw new ApiError('invitation.not_found');
    if (!invitation.revokedAt) {
      await tx.invitation.update({ where: { id: invitation.id }, data: { revokedAt: ctx.services.clock.now() } });
    }
    const data = { email: invitation.email, role: invitation.role };
    return {
      answer: toInvitationView(invitation),
      audit: { action: 'invitation.revoke', targetId: invitation.id, data },
    };
  });
}
