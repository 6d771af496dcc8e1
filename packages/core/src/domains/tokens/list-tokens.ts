import type { ProjectContext } from '../context.ts';
import type { TokenView } from './tokens.schemas.ts';
import { toTokenView } from './tokens.store.ts';

/** The tokens of a project, newest first, including revoked and expired ones. */
export async function listTokens(ctx: ProjectContext): Promise<{ data: TokenView[]; next_cursor: null }> {
  const tokens = await ctx.services.database.prisma.projectToken.findMany({
    where: { projectId: ctx.project.id },
    orderBy: { id: 'desc' },
  });
  return { data: tokens.map(toTokenView), next_cursor: null };
}
