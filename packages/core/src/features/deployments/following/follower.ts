import { SealBroken } from '../../../platform/secret-box.ts';
import type { DeliveryContext } from '../delivery-context.ts';
import { platforms } from '../platforms/platforms.ts';
import { type DeployTargetRecord, loadDeployTarget } from '../target.store.ts';
import { readableReason } from '../target-settings.ts';
import { enqueueFollowing } from '../wake-target.ts';
import {
  type FollowedDeployment,
  findSequence,
  loadFollowed,
  recordBuild,
  recordSeen,
  recordUnseen,
} from './builds.store.ts';
import { checkSite } from './check-site.ts';

/** How long after its trigger a deployment is followed. */
const FOLLOWED_MS = 60 * 60_000;
/** The most characters that are kept of a build's error. */
const BUILD_ERROR_CHARACTERS = 1000;
/** How long to wait until the next check, by the time since the trigger. */
const CHECKS: readonly { readonly untilMs: number; readonly everyMs: number }[] = [
  { untilMs: 3 * 60_000, everyMs: 10_000 },
  { untilMs: 10 * 60_000, everyMs: 20_000 },
  { untilMs: FOLLOWED_MS, everyMs: 60_000 },
];

/** Follows deployments: gets the state of their builds from platforms, and checks the websites. */
export class Follower {
  readonly #deps: DeliveryContext;

  constructor(deps: DeliveryContext) {
    this.#deps = deps;
  }

  /** Checks once, and schedules the next check while an outcome isn't known yet. */
  async follow(targetId: string, signal: AbortSignal): Promise<void> {
    const { database, secrets, clock } = this.#deps;
    const target = await loadDeployTarget(database.prisma, secrets, targetId).catch((error: unknown) => {
      // The sender has recorded the error with the deployments, so there is nothing to follow.
      if (error instanceof SealBroken) return null;
      throw error;
    });
    const before = await this.#load(targetId);
    if (!target || !before) return;
    for (const deployment of before.deployments) {
      if (isOpen(deployment)) await this.#askPlatform(target, deployment, signal);
    }
    if (target.siteUrl !== null) await this.#checkSite(target, target.siteUrl);
    const after = await this.#load(targetId);
    const newest = after?.deployments[0];
    if (!after || !newest || signal.aborted) return;
    const isFollowed = (deployment: FollowedDeployment): boolean => requestOf(target, deployment) !== null;
    const isUnseen = target.siteUrl !== null && newest.snapshotId !== null && (after.seenSeq ?? 0) < newest.seq;
    if (!isUnseen && !after.deployments.some((one) => isOpen(one) && isFollowed(one))) return;
    const now = clock.now();
    const age = now.getTime() - newest.triggeredAt.getTime();
    const next = CHECKS.find(({ untilMs }) => age < untilMs);
    if (!next) return;
    const at = new Date(now.getTime() + next.everyMs);
    await enqueueFollowing(database.pool, { targetId, projectId: target.projectId, at, now });
  }

  #load(targetId: string) {
    const { database, clock } = this.#deps;
    return loadFollowed(database.pool, targetId, new Date(clock.now().getTime() - FOLLOWED_MS));
  }

  async #askPlatform(target: DeployTargetRecord, deployment: FollowedDeployment, signal: AbortSignal): Promise<void> {
    const { database, clock, log } = this.#deps;
    const request = requestOf(target, deployment);
    if (request === null) return;
    const { kind, settings, id } = target;
    const answer = await this.#deps.platforms.send(request, settings, signal);
    if (answer.error !== null) {
      log.info({ target: id, kind, status: answer.status, error: answer.error }, 'could not ask for a build');
      return;
    }
    const build = platforms[kind].stateOf(answer.body, settings, { ...deployment, deploymentId: deployment.id });
    if (!build) return;
    const error = build.error === null ? null : readableReason(build.error, settings, BUILD_ERROR_CHARACTERS);
    await recordBuild(database.pool, deployment.id, { ...build, error }, clock.now());
  }

  async #checkSite({ id, projectId }: DeployTargetRecord, siteUrl: string): Promise<void> {
    const { database, client, clock } = this.#deps;
    const check = await checkSite(client, siteUrl);
    const now = clock.now();
    if (check.snapshotId === null) return recordUnseen(database.pool, id, check.error, now);
    const seq = await findSequence(database.pool, projectId, check.snapshotId);
    if (seq !== null) return recordSeen(database.pool, { targetId: id, seq, now });
    await recordUnseen(database.pool, id, 'The website shows a snapshot of another project.', now);
  }
}

function isOpen({ buildState }: FollowedDeployment): boolean {
  return buildState === null || buildState === 'building';
}

function requestOf({ kind, settings }: DeployTargetRecord, deployment: FollowedDeployment) {
  return platforms[kind].ask(settings, { ...deployment, deploymentId: deployment.id });
}
