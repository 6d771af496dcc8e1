import { type OwnQuotas, type Quotas, quotaOf } from '../../access/limits/quotas.ts';
import { countKeptEntries } from '../../entries/entry-limit.store.ts';
import { loadStorageUse, takenBytes } from '../../media/quota.store.ts';
import type { Transaction } from '../../platform/audit.ts';
import { assertBelowLimit } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { Services } from '../services.ts';
import type { ProjectUsage } from './projects.schemas.ts';
import { lockProject } from './projects.store.ts';
import { countPeople } from './usage.store.ts';

/** The quotas of a project: its own, and the instance's for the rest. */
export function quotasOf({
  project: { quotas: own },
  services: { quotas, media, limiter },
}: {
  readonly project: { readonly quotas: OwnQuotas };
  readonly services: Pick<Services, 'quotas' | 'media' | 'limiter'>;
}): Quotas {
  return {
    entries: quotaOf(own, 'entries', quotas.entries),
    people: quotaOf(own, 'people', quotas.people),
    bytes: quotaOf(own, 'bytes', media.storageLimit),
    requests: quotaOf(own, 'requests', limiter.unitsOf('project.request')),
  };
}

/** A project's usage beside its quotas. */
export async function loadUsage(ctx: ProjectContext): Promise<ProjectUsage> {
  const { project, reads, services } = ctx;
  const { database, clock, limiter } = services;
  const most = quotasOf(ctx);
  const [entries, people, storage, requests] = await Promise.all([
    // The number would say something of entries that they may not read.
    reads === null ? countKeptEntries(database.pool, project.id) : null,
    countPeople(database.pool, project.id, clock.now()),
    loadStorageUse(database.pool, project.id),
    limiter.spent('project.request', project.id, most.requests),
  ]);
  return {
    entries: { used: entries, limit: most.entries },
    people: { used: people.members + people.invited, limit: most.people },
    bytes: { used: takenBytes(storage), limit: most.bytes },
    requests: { used: requests, limit: most.requests },
  };
}

/** How many entries a project may have for this caller; null for any number. The program itself may always add some. */
export function entryQuota(ctx: ProjectContext): number | null {
  return ctx.actor.type === 'system' ? null : quotasOf(ctx).entries;
}

/** How many more people may join a project that is locked; null for any number. People who are only invited don't count. */
export async function remainingMembers(
  tx: Transaction,
  project: { readonly id: string; readonly quotas: unknown },
  { quotas, clock }: Services,
): Promise<number | null> {
  const most = quotaOf(project.quotas as OwnQuotas, 'people', quotas.people);
  return most === null ? null : most - (await countPeople(tx, project.id, clock.now())).members;
}

/**
 * Checks that a person may join, while no one else does. Who is there already adds no one.
 *
 * @param countsInvited whether others who are invited count too
 * @throws ApiError `member.limit_reached` when a project may have no more people
 */
export async function assertMemberLimit(
  tx: Transaction,
  { projectId, email }: { readonly projectId: string; readonly email: string },
  { quotas, clock }: Services,
  { countsInvited }: { readonly countsInvited: boolean },
): Promise<void> {
  const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
  const most = quotaOf(project.quotas as OwnQuotas, 'people', quotas.people);
  if (most === null) return;
  await lockProject(tx, projectId);
  const people = await countPeople(tx, projectId, clock.now(), email);
  const count = people.members + (countsInvited ? people.invited : 0);
  assertBelowLimit(count, most, 'member.limit_reached', 'people');
}
