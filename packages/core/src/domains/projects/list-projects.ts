import type { Role } from '../../access/permissions.ts';
import type { SessionContext } from '../context.ts';
import type { ProjectView } from './projects.schemas.ts';
import { toProjectView } from './projects.store.ts';

/** The projects that a person is a member of, by name. */
export async function listProjects(ctx: SessionContext): Promise<{ data: ProjectView[]; next_cursor: null }> {
  const memberships = await ctx.services.database.prisma.member.findMany({
    where: { userId: ctx.user.id },
    include: { project: true },
    orderBy: { project: { name: 'asc' } },
  });
  return { data: memberships.map(({ project, role }) => toProjectView(project, role as Role)), next_cursor: null };
}
