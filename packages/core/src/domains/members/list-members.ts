import type { ProjectContext } from '../context.ts';
import type { MemberView } from './members.schemas.ts';
import { toMemberView } from './members.store.ts';

/** The members of a project, in the order in which they joined. */
export async function listMembers(ctx: ProjectContext): Promise<{ data: MemberView[]; next_cursor: null }> {
  const members = await ctx.services.database.prisma.member.findMany({
    where: { projectId: ctx.project.id },
    include: { user: true },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  });
  return { data: members.map(toMemberView), next_cursor: null };
}
