import type { Provider } from '../../access/providers/provider.ts';
import type { Transaction } from '../../platform/audit.ts';
import type { AuditRecord } from '../../platform/audit-records.store.ts';
import { ApiError, type ErrorCode } from '../../platform/errors.ts';
import { endInvitationsOf } from '../invitations/invitations.store.ts';
import { groupRolesOf } from '../members/group-roles.ts';
import type { GroupRole } from '../members/members.schemas.ts';
import { keepAnOwner, storedLimits } from '../members/members.store.ts';
import { lockProject } from '../projects/projects.store.ts';
import { assertRoomForPerson } from '../projects/usage.ts';
import type { Services } from '../services.ts';
import { deletePrivateViews } from '../views/views.store.ts';
import { findProjectsOfGroups, type GroupMembership } from './groups.store.ts';

/** A person whose groups a provider has named. */
export interface PersonInGroups {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly groups: readonly string[];
}

/** What becomes of someone's membership in a project; for the audit log. */
type MembershipChange = Pick<AuditRecord, 'action' | 'data'> | null;

/**
 * Brings a person's memberships in line with their groups: those that groups of this provider give. Roles that were given by hand
 * stay, and so does the last owner.
 *
 * @returns the audit records of what was changed, to be written in the same transaction
 */
export async function alignMemberships(
  tx: Transaction,
  services: Services,
  provider: Pick<Provider, 'id' | 'name'>,
  person: PersonInGroups,
  requestId: string,
): Promise<AuditRecord[]> {
  const actor = { type: 'system', id: 'single-sign-on', name: `Groups of ${provider.name}` } as const;
  const records: AuditRecord[] = [];
  for (const { id: projectId, member, ...found } of await findProjectsOfGroups(tx, provider.id, person)) {
    // Most sign-ins change nothing: they hold up no one else's.
    if (isAligned(provider.id, member, givenBy(found, provider.id, person))) continue;
    const change = await alignIn(tx, services, provider.id, person, projectId);
    if (change === null) continue;
    const data = { name: person.name, email: person.email, provider: provider.id, ...change.data };
    const { action } = change;
    records.push({ projectId, action, targetId: person.id, actor, requestId, data, at: services.clock.now() });
  }
  return records;
}

async function alignIn(
  tx: Transaction,
  services: Services,
  provider: string,
  person: PersonInGroups,
  projectId: string,
): Promise<MembershipChange> {
  const project = await lockProject(tx, projectId);
  const given = givenBy(project, provider, person);
  const key = { projectId_userId: { projectId, userId: person.id } };
  const member = await tx.member.findUnique({ where: key });
  if (isAligned(provider, member, given)) return null;
  if (!member) {
    if (!given || !(await isAllowed('member.limit_reached', roomFor(tx, services, projectId, person)))) return null;
    const by = { byGroup: given.group, byProvider: provider };
    await tx.member.create({ data: { projectId, userId: person.id, role: given.role, ...by } });
    return { action: 'member.add', data: { role: given.role, group: given.group } };
  }
  const losesOwner = member.role === 'owner' && given?.role !== 'owner';
  if (losesOwner && !(await isAllowed('member.last_owner', keepAnOwner(tx, projectId, person.id)))) return null;
  const ended = losesOwner ? await endInvitationsOf(tx, projectId, person.id, services.clock.now()) : [];
  const invitations = losesOwner && { invitations_ended: ended };
  if (!given) {
    await tx.member.delete({ where: key });
    await deletePrivateViews(tx, projectId, person.id);
    return { action: 'member.remove', data: { role: member.role, group: member.byGroup, ...invitations } };
  }
  const { role, group } = given;
  await tx.member.update({ where: key, data: { role, byGroup: group, limits: storedLimits(null) } });
  return { action: 'member.update', data: { from: member.role, to: role, group, ...invitations } };
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

function roomFor(tx: Transaction, services: Services, projectId: string, { email }: PersonInGroups): Promise<void> {
  return assertRoomForPerson(tx, { projectId, email }, services, { countsInvited: false });
}

/** Whether a check didn't fail with an error. */
async function isAllowed(code: ErrorCode, check: Promise<void>): Promise<boolean> {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.errorCode === code) return false;
    throw error;
  }
}
