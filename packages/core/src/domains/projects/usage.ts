import { loadStorageUse, takenBytes } from '../../media/quota.store.ts';
import type { Transaction } from '../../platform/audit.ts';
import { assertBelowLimit } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { Services } from '../services.ts';
import type { ProjectUsage } from './projects.schemas.ts';
import { lockProject } from './projects.store.ts';
import { countKeptEntries, countPeople } from './usage.store.ts';

/** What a project uses of what it may have. */
export async function loadUsage({ project, reads, services }: ProjectContext): Promise<ProjectUsage> {
  const { database, clock, quotas, limiter, media } = services;
  const [entries, people, storage, requests] = await Promise.all([
    // The number would say something of entries that they may not read.
    reads === null ? countKeptEntries(database.pool, project.id) : null,
    countPeople(database.pool, project.id, clock.now()),
    loadStorageUse(database.pool, project.id),
    limiter.spent('project.request', project.id),
  ]);
  return {
    entries: { used: entries, limit: quotas.entries },
    people: { used: people.members + people.invited, limit: quotas.people },
    bytes: { used: takenBytes(storage), limit: media.storageLimit },
    requests: { used: requests, limit: limiter.unitsOf('project.request') },
  };
}

/** @throws ApiError `entry.limit_reached` when a project may have no more entries; the program itself may always add some */
export async function assertRoomForEntry({ project, services, actor }: ProjectContext): Promise<void> {
  const most = services.quotas.entries;
  if (most === null || actor.type === 'system') return;
  const count = await countKeptEntries(services.database.pool, project.id, most);
  assertBelowLimit(count, most, 'entry.limit_reached', 'entries');
}

/**
 * Checks that a person may join, while no one else does. Who is there already adds no one.
 *
 * @param countsInvited whether others who are invited count too
 * @throws ApiError `member.limit_reached` when a project may have no more people
 */
export async function assertRoomForPerson(
  tx: Transaction,
  { projectId, email }: { readonly projectId: string; readonly email: string },
  { quotas, clock }: Services,
  { countsInvited }: { readonly countsInvited: boolean },
): Promise<void> {
  if (quotas.people === null) return;
  await lockProject(tx, projectId);
  const people = await countPeople(tx, projectId, clock.now(), email);
  const count = people.members + (countsInvited ? people.invited : 0);
  assertBelowLimit(count, quotas.people, 'member.limit_reached', 'people');
}
