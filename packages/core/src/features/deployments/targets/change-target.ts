import type { ProjectContext } from '../../../domains/context.ts';
import { lockProjectLists } from '../../../domains/projects/projects.store.ts';
import { write } from '../../../platform/audit.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { SealBroken } from '../../../platform/secret-box.ts';
import type { TargetKind } from '../platforms/platforms.ts';
import { openSecrets } from '../target.store.ts';
import { partSettings, secretNames, type TargetSettings } from '../target-settings.ts';
import { enqueueSending } from '../wake-target.ts';
import { checkSettings, checkSiteUrl, checkTokenStays } from './check-settings.ts';
import { targetActions } from './targets.names.ts';
import type { CreateTargetInput, TargetView, UpdateTargetInput } from './targets.schemas.ts';
import {
  askForLive,
  assertTargetLimit,
  getTargetInProject,
  readTargetRow,
  type TargetRecord,
} from './targets.store.ts';

/**
 * Creates a deploy target. Nothing is sent until content is published, or the target is tested.
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
    await assertTargetLimit(tx, projectId);
    const described = { name, kind, config: { ...shown }, siteUrl, environment, quietSeconds, status: 'active' };
    const secrets = delivery.secrets.seal(JSON.stringify(secret), id);
    const times = { createdAt: now, createdBy: { ...ctx.actor }, updatedAt: now };
    await tx.deployTarget.create({ data: { id, projectId, ...described, secrets, ...times } });
    return {
      answer: await getTargetInProject(tx, projectId, id),
      audit: {
        action: targetActions['deploy_target.create'],
        targetId: id,
        data: { name, kind, config: shown, site_url: siteUrl },
      },
    };
  });
}

/**
 * Changes a deploy target. Settings that aren't given stay, including secrets.
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
      audit: { action: targetActions['deploy_target.update'], targetId, data },
    };
  });
}

/** The changed settings of a target, as they're stored. @throws ApiError `validation_failed` */
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

/** The stored secrets of a target. If their key is lost, the change must replace them all. @throws ApiError `validation_failed` */
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

/**
 * Resumes a paused deploy target, and sends it the live snapshot. A target that isn't paused stays as it is.
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
      audit: { action: targetActions['deploy_target.resume'], targetId, data: { name } },
    };
  });
  ctx.services.jobs.wake();
  return answer;
}

/** Deletes a deploy target, its secrets and its deployments. @throws ApiError `target.not_found` */
export async function deleteTarget(ctx: ProjectContext, { targetId }: { targetId: string }): Promise<TargetView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    const answer = await getTargetInProject(tx, projectId, targetId);
    await tx.deployTarget.delete({ where: { id: targetId } });
    const { name, kind } = answer;
    return { answer, audit: { action: targetActions['deploy_target.delete'], targetId, data: { name, kind } } };
  });
}
