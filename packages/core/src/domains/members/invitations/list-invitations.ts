import { openAt } from '../../../access/membership.ts';
import type { ProjectContext } from '../../context.ts';
import type { InvitationView } from './invitations.schemas.ts';
import { isPerson, toInvitationView } from './invitations.store.ts';

/** Invitations that can still be accepted, newest first. Invitations by former owners can't be accepted. */
export async function listInvitations(ctx: ProjectContext): Promise<{ data: InvitationView[]; next_cursor: null }> {
  const { prisma } = ctx.services.database;
  const projectId = ctx.project.id;
  const [owners, invitations] = await Promise.all([
    prisma.member.findMany({ where: { projectId, role: 'owner' }, include: { user: true } }),
    prisma.invitation.findMany({
      where: { projectId, ...openAt(ctx.services.clock.now()) },
      orderBy: { id: 'desc' },
    }),
  ]);
  const emails = new Map(owners.map(({ userId, user }) => [userId, user.email]));
  const open = invitations.filter(({ invitedById }) => !isPerson(invitedById) || emails.has(invitedById));
  return { data: open.map((one) => toInvitationView(one, emails.get(one.invitedById))), next_cursor: null };
}
