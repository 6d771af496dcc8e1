import { deleteOwnRows } from '../../access/leave-project.store.ts';
import type { PersonInGroups } from '../../access/providers/directory.store.ts';
import type { Provider } from '../../access/providers/provider.ts';
import { endInvitationsOf } from '../../domains/members/invitations/invitations.store.ts';
import { memberActions } from '../../domains/members/members.names.ts';
import { lockOwners } from '../../domains/members/members.store.ts';
import { groupRolesOf } from '../../domains/projects/group-roles.ts';
import { lockProject } from '../../domains/projects/projects.store.ts';
import type { GroupRole } from '../../domains/projects/roles.schemas.ts';
import { remainingMembers } from '../../domains/projects/usage.ts';
import type { Services } from '../../domains/services.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import type { AuditRecord } from '../../platform/audit-records.store.ts';
import { findProjectsOfGroups, type GroupMembership, giveGroupRoles } from './groups.store.ts';

/** Whose word on groups is followed. */
interface GroupSource {
  readonly provider: Pick<Provider, 'id'>;
  readonly actor: Actor;
  readonly requestId: string;
}

/** A change of someone's membership in a project, for the audit log. */
interface MembershipChange extends Pick<AuditRecord, 'action' | 'data'> {
  readonly person: PersonInGroups;
}

/** The author of what follows from the groups that a provider names at a sign-in. */
export function groupsActor({ name }: Pick<Provider, 'name'>): Actor {
  return { type: 'system', id: 'single-sign-on', name: `Groups of ${name}` };
}

/**
 * Brings people's memberships in line with their groups: those that groups of this provider give. Roles that were given by hand stay,
 * and so does the last owner, one who isn't deactivated if there is. The number of SQL statements depends on the projects that change, and not on the people.
 *
 * @returns the audit records of what was changed, to be written in the same transaction
 */
export async function alignMemberships(
  tx: Transaction,
  services: Services,
  { provider, actor, requestId }: GroupSource,
  people: readonly PersonInGroups[],
): Promise<AuditRecord[]> {
  if (people.length === 0) return [];
  const records: AuditRecord[] = [];
  for (const { id: projectId, members, ...found } of await findProjectsOfGroups(tx, provider.id, people)) {
    // Most sign-ins change nothing: they hold up no one else's.
    const off = people.filter(
      (person) => !isAligned(provider.id, members[person.id] ?? null, givenBy(found, provider.id, person)),
    );
    if (off.length === 0) continue;
    for (const { action, person, data } of await alignIn(tx, services, provider.id, off, projectId)) {
      const { id: targetId, name, email } = person;
      const more = { name, email, provider: provider.id, ...data };
      records.push({ projectId, action, targetId, actor, requestId, data: more, at: services.clock.now() });
    }
  }
  return records;
}

async function alignIn(
  tx: Transaction,
  services: Services,
  provider: string,
  people: readonly PersonInGroups[],
  projectId: string,
): Promise<MembershipChange[]> {
  const project = await lockProject(tx, projectId);
  const rows = await tx.member.findMany({ where: { projectId, userId: { in: people.map(({ id }) => id) } } });
  const members = new Map<string, GroupMembership>(rows.map((row) => [row.userId, row]));
  const states = people
    .map((person) => ({ person, member: members.get(person.id) ?? null, given: givenBy(project, provider, person) }))
    .filter(({ member, given }) => !isAligned(provider, member, given));
  const losesOwner = ({ member, given }: (typeof states)[number]): boolean =>
    member?.role === 'owner' && given?.role !== 'owner';
  let losing = states.filter(losesOwner).map(({ person }) => person.id);
  if (losing.length > 0) {
    const owners = await lockOwners(tx, projectId);
    const isOwned =
      owners.some(({ id, isActive }) => isActive && !losing.includes(id)) ||
      states.some(({ member, given }) => member && member.role !== 'owner' && given?.role === 'owner');
    const staying = owners.find(({ isActive }) => isActive) ?? owners[0];
    if (!isOwned) losing = losing.filter((one) => one !== staying?.id);
  }
  const changing = states.filter((one) => !losesOwner(one) || losing.includes(one.person.id));
  const ended = losing.length > 0 ? await endInvitationsOf(tx, projectId, losing, services.clock.now()) : [];
  const invitationsOf = ({ id }: PersonInGroups) =>
    losing.includes(id) && {
      invitations_ended: ended.filter(({ invitedById }) => invitedById === id).map((one) => one.id),
    };
  const changes: MembershipChange[] = [];
  const leaving = changing.flatMap(({ person, member, given }) => (member && !given ? [{ person, member }] : []));
  if (leaving.length > 0) {
    const userIds = leaving.map(({ person }) => person.id);
    await tx.member.deleteMany({ where: { projectId, userId: { in: userIds } } });
    await deleteOwnRows(tx, services.tables, projectId, userIds);
    for (const { person, member } of leaving) {
      const data = { role: member.role, group: member.byGroup, ...invitationsOf(person) };
      changes.push({ action: memberActions['member.remove'], person, data });
    }
  }
  let room = changing.some(({ member }) => !member) ? await remainingMembers(tx, project, services) : null;
  const giving: { userId: string; role: string; group: string }[] = [];
  for (const { person, member, given } of changing) {
    if (!given) continue;
    const { role, group } = given;
    if (!member && room !== null && room-- <= 0) continue;
    giving.push({ userId: person.id, role, group });
    changes.push(
      member
        ? {
            action: memberActions['member.update'],
            person,
            data: { from: member.role, to: role, group, ...invitationsOf(person) },
          }
        : { action: memberActions['member.add'], person, data: { role, group } },
    );
  }
  if (giving.length > 0) await giveGroupRoles(tx, projectId, provider, giving);
  return changes;
}

/** The role that a person's groups give in a project. */
function givenBy(
  project: { readonly groupRoles: unknown },
  provider: string,
  { groups }: PersonInGroups,
): GroupRole | undefined {
  return groupRolesOf(project).find((one) => one.provider === provider && groups.includes(one.group));
}

/** Whether a membership is as groups would have it. One that a person gave, or another provider, is left alone. */
function isAligned(provider: string, member: GroupMembership | null, given: GroupRole | undefined): boolean {
  if (member === null) return given === undefined;
  return member.byProvider !== provider || (given?.role === member.role && given.group === member.byGroup);
}
