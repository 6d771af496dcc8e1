import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { endInvitationsOf } from '../invitations/invitations.store.ts';
import type { MemberView } from './members.schemas.ts';
import { getMemberInProject, keepAnOwner, toMemberView } from './members.store.ts';

/** Removes a person from a project, and ends the invitations that they made. @throws ApiError `member.not_found`, `member.last_owner` */
export async function removeMember(ctx: ProjectContext, input: { userId: string }): Promise<MemberView> {
  return write(ctx, async (tx) => {
    const member = await getMemberInProject(tx, ctx.project.id, input.userId);
    if (member.role === 'owner') await keepAnOwner(tx, ctx.project.id, input.userId);
    await tx.member.delete({ where: { projectId_userId: { projectId: ctx.project.id, userId: input.userId } } });
    const ended = await endInvitationsOf(tx, ctx.project.id, input.userId, ctx.services.clock.now());
    const data = { name: member.user.name, email: member.user.email, role: member.role, invitations_ended: ended };
    return { answer: toMemberView(member), audit: { action: 'member.remove', targetId: input.userId, data } };
  });
}
