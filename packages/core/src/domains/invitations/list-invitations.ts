import type { ProjectContext } from '../../context.ts';
import type { InvitationView } from './invitations.schemas.ts';
import { openAt, toInvitationView } from './invitations.store.ts';

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: ProjectContext): Promise<{ data: InvitationView[]; next_cursor: null }> {
  const invitations = await ctx.services.database.prisma.invitation.findMany({
    where: { projectId: ctx.project.id, ...openAt(ctx.services.clock.now()) },
    orderBy: { id: 'desc' },
  });
  return { data: invitations.map(toInvitationView), next_cursor: null };
}
