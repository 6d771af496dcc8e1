import { partSettings, type TargetSettings } from '../../delivery/target-settings.ts';
import { write } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import { checkSettings, checkSiteUrl } from './check-settings.ts';
import type { CreateTargetInput, TargetView } from './targets.schemas.ts';
import { getTargetInProject, leaveRoomForTarget } from './targets.store.ts';

/**
 * Makes a deploy target. Nothing is sent until content is published, or the target is tested.
 *
 * @throws ApiError `validation_failed`, `target.limit_reached`
 */
export async function createTarget(
  ctx: ProjectContext,
  input: Omit<CreateTargetInput, 'projectId'>,
): Promise<TargetView> {
  const { delivery, clock, settings: addresses } = ctx.services;
  const { name, kind, environment, site_url: siteUrl, quiet_seconds: quietSeconds } = input;
  const settings: TargetSettings = { ...input.config };
  checkSettings(delivery, kind, settings);
  checkSiteUrl(delivery, siteUrl);
  const { shown, secret } = partSettings(settings);
  const projectId = ctx.project.id;
  const id = newId('deployTarget');
  const now = clock.now();
  ctx.response.headers.set('location', `${addresses.apiUrl}/v1/projects/${projectId}/deploy-targets/${id}`);
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    await leaveRoomForTarget(tx, projectId);
    const described = { name, kind, config: { ...shown }, siteUrl, environment, quietSeconds, status: 'active' };
    const secrets = delivery.secrets.seal(JSON.stringify(secret), id);
    const times = { createdAt: now, createdBy: { ...ctx.actor }, updatedAt: now };
    await tx.deployTarget.create({ data: { id, projectId, ...described, secrets, ...times } });
    return {
      answer: await getTargetInProject(tx, projectId, id),
      audit: { action: 'deploy_target.create', targetId: id, data: { name, kind, config: shown, site_url: siteUrl } },
    };
  });
}
