import type { TargetKind } from '../../delivery/platforms/platforms.ts';
import { openSecrets } from '../../delivery/target.store.ts';
import { partSettings, secretNames, type TargetSettings } from '../../delivery/target-settings.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { SealBroken } from '../../platform/secret-box.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import { checkSettings, checkSiteUrl, checkTokenStays } from './check-settings.ts';
import type { TargetView, UpdateTargetInput } from './targets.schemas.ts';
import { getTargetInProject, readTargetRow, type TargetRecord } from './targets.store.ts';

/**
 * Changes a deploy target. Settings that aren't named stay, secrets among them.
 *
 * @throws ApiError `target.not_found`, `validation_failed`
 */
export async function updateTarget(
  ctx: ProjectContext,
  input: Omit<UpdateTargetInput, 'projectId'>,
): Promise<TargetView> {
  const { delivery, clock } = ctx.services;
  const projectId = ctx.project.id;
  const { targetId, name, environment, site_url: siteUrl, quiet_seconds: quietSeconds, status, config } = input;
  checkSiteUrl(delivery, siteUrl);
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const before = await readTargetRow(tx, projectId, targetId);
    const changes = Object.entries({ name, environment, siteUrl, quietSeconds, status }).filter(
      ([, value]) => value !== undefined,
    );
    const sealed = config && changeSettings(ctx, before, config);
    await tx.deployTarget.update({
      where: { id: targetId },
      data: { ...Object.fromEntries(changes), ...sealed?.data, updatedAt: clock.now() },
    });
    const data = {
      name: before.name,
      ...Object.fromEntries(changes),
      ...(sealed && { config: sealed.data.config }),
      ...(name !== undefined && name !== before.name && { from: { name: before.name } }),
    };
    return {
      answer: await getTargetInProject(tx, projectId, targetId),
      audit: { action: 'deploy_target.update', targetId, data },
    };
  });
}

/** The settings of a target with some changed, as they're stored. @throws ApiError `validation_failed` */
function changeSettings(
  { services: { delivery } }: ProjectContext,
  before: TargetRecord,
  changes: NonNullable<UpdateTargetInput['config']>,
) {
  const { config, kind, id } = before;
  const settings: Record<string, unknown> = {
    ...(config as TargetSettings),
    ...knownSecrets(before, changes, delivery),
  };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete settings[name];
    else if (value !== undefined) settings[name] = value;
  }
  checkSettings(delivery, kind as TargetKind, settings as TargetSettings);
  checkTokenStays(config as TargetSettings, settings as TargetSettings, typeof changes.token === 'string');
  const { shown, secret } = partSettings(settings as TargetSettings);
  return { data: { config: { ...shown }, secrets: delivery.secrets.seal(JSON.stringify(secret), id) } };
}

/** The secrets of a target; none when their key is lost and the change replaces all of them. @throws ApiError `validation_failed` */
function knownSecrets(
  before: TargetRecord,
  changes: NonNullable<UpdateTargetInput['config']>,
  { secrets }: ProjectContext['services']['delivery'],
): TargetSettings {
  try {
    return openSecrets(secrets, before);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const lost = secretNames.filter((name) => name in (before.config as object) && changes[name] === undefined);
    if (lost.length === 0) return {};
    const message = `${error.message} Give it again.`;
    throw new ApiError('validation_failed', { details: lost.map((name) => ({ path: ['config', name], message })) });
  }
}
