import type { ProjectContext } from '../../../domains/context.ts';
import { lockProjectLists } from '../../../domains/projects/projects.store.ts';
import { write } from '../../../platform/audit.ts';
import type { Deployment } from '../deployments.schemas.ts';
import { getDeploymentInProject } from '../deployments.store.ts';
import { senderOf } from '../senders.ts';
import { targetActions } from './targets.names.ts';
import { beginTest, readTargetRow } from './targets.store.ts';

/**
 * Starts a build at a deploy target, paused or not, and returns the outcome, which doesn't affect the target.
 *
 * @throws ApiError `target.not_found`
 */
export async function testTarget(ctx: ProjectContext, { targetId }: { targetId: string }): Promise<Deployment> {
  const { database, clock } = ctx.services;
  const projectId = ctx.project.id;
  const test = await write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const { name } = await readTargetRow(tx, projectId, targetId);
    const begun = await beginTest(tx, { projectId, targetId, targetName: name, now: clock.now() });
    const data = { name, deployment_id: begun.id };
    return { answer: begun, audit: { action: targetActions['deploy_target.test'], targetId, data } };
  });
  await senderOf(ctx.services).test(test);
  return getDeploymentInProject(database.pool, projectId, test.id);
}
