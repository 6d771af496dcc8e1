import { enqueueSending } from '../../delivery/wake-target.ts';
import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { TargetView } from './targets.schemas.ts';
import { askForLive, getTargetInProject, readTargetRow } from './targets.store.ts';

/**
 * Resumes a paused deploy target, and sends it the published content. One that isn't paused stays as it is.
 *
 * @throws ApiError `target.not_found`
 */
export async function resumeTarget(ctx: ProjectContext, { targetId }: { targetId: string }): Promise<TargetView> {
  const projectId = ctx.project.id;
  const now = ctx.services.clock.now();
  const answer = await write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const { status, name } = await readTargetRow(tx, projectId, targetId);
    if (status !== 'paused') return { answer: await getTargetInProject(tx, projectId, targetId), audit: [] };
    await tx.deployTarget.update({
      where: { id: targetId },
      data: { status: 'active', consecutiveFailures: 0, notBefore: null, updatedAt: now },
    });
    if (await askForLive(tx, { projectId, targetId, now })) {
      await enqueueSending(tx, { targetId, projectId, at: now, now });
    }
    return {
      answer: await getTargetInProject(tx, projectId, targetId),
      audit: { action: 'deploy_target.resume', targetId, data: { name } },
    };
  });
  ctx.services.jobs.wake();
  return answer;
}
