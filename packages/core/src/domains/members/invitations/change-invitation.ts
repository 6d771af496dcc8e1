import { randomBytes } from 'node:crypto';
import { hasLimits } from '../../../access/membership.ts';
import { hashSecret } from '../../../access/token-secret.ts';
import { write } from '../../../platform/audit.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { ProjectContext } from '../../context.ts';
import { assertMemberLimit } from '../../projects/usage.ts';
import { assertGivable, checkLimits, storedLimits } from '../members.store.ts';
import { invitationActions, invitationErrors } from './invitations.names.ts';
import type { CreateInvitationInput, InvitationView } from './invitations.schemas.ts';
import { INVITATION_LIFETIME_MS, toInvitationView } from './invitations.store.ts';

/**
 * Invites a person by a link that is shown once.
 *
 * @throws ApiError `member.already_member`, `member.limit_reached`, `validation_failed` for limits that the role can't have
 */
export async function createInvitation(
  ctx: ProjectContext,
  input: Omit<CreateInvitationInput, 'projectId'>,
): Promise<InvitationView & { accept_url: string }> {
  assertGivable(ctx, ctx.project.customRoles, input);
  await checkLimits(ctx, input.limits);
  const secret = randomBytes(24).toString('base64url');
  const now = ctx.services.clock.now();
  return write(ctx, async (tx) => {
    const member = await tx.member.findFirst({ where: { projectId: ctx.project.id, user: { email: input.email } } });
    if (member) throw new ApiError(invitationErrors['member.already_member']);
    await assertMemberLimit(tx, { projectId: ctx.project.id, email: input.email }, ctx.services, {
      countsInvited: true,
    });
    const invitation = await tx.invitation.create({
      data: {
        id: newId('invitation'),
        projectId: ctx.project.id,
        email: input.email,
        role: input.role,
        limits: storedLimits(input.limits),
        secretHash: hashSecret(secret),
        invitedById: ctx.actor.id,
        invitedByName: ctx.actor.name,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
      },
    });
    const accept_url = `${ctx.services.settings.adminUrl}/invitations/accept#${secret}`;
    const data = { email: input.email, role: input.role, ...(hasLimits(input.limits) && { limits: input.limits }) };
    return {
      answer: { ...toInvitationView(invitation, ctx.actor.email), accept_url },
      audit: { action: invitationActions['invitation.create'], targetId: invitation.id, data },
    };
  });
}

/** Revokes an invitation. Revoking it again changes nothing. @throws ApiError `invitation.not_found` */
export async function revokeInvitation(ctx: ProjectContext, input: { invitationId: string }): Promise<InvitationView> {
  return write(ctx, async (tx) => {
    const invitation = await tx.invitation.findFirst({ where: { id: input.invitationId, projectId: ctx.project.id } });
    if (!invitation || invitation.acceptedAt) throw new ApiError(invitationErrors['invitation.not_found']);
    if (!invitation.revokedAt) {
      await tx.invitation.update({ where: { id: invitation.id }, data: { revokedAt: ctx.services.clock.now() } });
    }
    const data = { email: invitation.email, role: invitation.role };
    return {
      answer: toInvitationView(invitation),
      audit: { action: invitationActions['invitation.revoke'], targetId: invitation.id, data },
    };
  });
}
