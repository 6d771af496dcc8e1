import { openAt, toMembership } from '../../../access/membership.ts';
import { mayDespite } from '../../../access/operator-rights.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { type AuditEntry, recordActions } from '../../../platform/audit-records.store.ts';
import { ApiError } from '../../../platform/errors.ts';
import { assertMemberLimit } from '../../projects/usage.ts';
import type { Services } from '../../services.ts';
import { storedLimits } from '../members.store.ts';
import { invitationActions, invitationErrors } from './invitations.names.ts';
import { mayStillInvite } from './invitations.store.ts';

/** A row of invitations. */
type Invitation = Awaited<ReturnType<Transaction['invitation']['findUniqueOrThrow']>>;

interface Joining {
  readonly id: string;
  readonly name: string;
}

/** The author of what an invitation does. */
export function invitationActor(email: string) {
  return { type: 'system', id: 'invitation', name: `Invitation to ${email}` } as const;
}

/**
 * Makes a person a member, by an invitation that then ends. If a group made them one, the invitation's role takes the place of the
 * group's; one that was given by hand stays.
 *
 * @returns the audit record
 * @throws ApiError `invitation.not_found` when it has ended meanwhile, `member.limit_reached`
 */
export async function useInvitation(
  tx: Transaction,
  services: Services,
  invitation: Invitation,
  person: Joining,
): Promise<AuditEntry> {
  const now = services.clock.now();
  const { id, projectId, email, role } = invitation;
  await assertMemberLimit(tx, { projectId, email }, services, { countsInvited: false });
  const { count } = await tx.invitation.updateMany({ where: { id, ...openAt(now) }, data: { acceptedAt: now } });
  if (count !== 1) throw new ApiError(invitationErrors['invitation.not_found']);
  const member = { projectId, userId: person.id };
  const given = { role, limits: storedLimits(toMembership(invitation).limits) };
  const where = { projectId_userId: member };
  const before = await tx.member.findUnique({ where });
  if (!before) await tx.member.create({ data: { ...member, ...given } });
  // There's another owner: the one who invited.
  else if (before.byProvider !== null) {
    await tx.member.update({ where, data: { ...given, byGroup: null, byProvider: null } });
  }
  const data = { user_id: person.id, name: person.name, email, role };
  return { action: invitationActions['invitation.accept'], targetId: id, data };
}

/** Invitations to an address whose inviters may still invite. */
export async function findOpenInvitationsTo(tx: Transaction, email: string, now: Date): Promise<Invitation[]> {
  const open = await tx.invitation.findMany({ where: { email, ...openAt(now) }, orderBy: { projectId: 'asc' } });
  const standing: Invitation[] = [];
  for (const invitation of open) if (await mayStillInvite(tx, invitation)) standing.push(invitation);
  return standing;
}

/** Whether one of some invitations may give an account to someone who has none. */
export async function anyLetsIn(
  tx: Transaction,
  { settings }: Services,
  invitations: readonly Invitation[],
): Promise<boolean> {
  for (const { invitedById } of invitations) {
    if (await mayDespite(tx, settings, 'invitations', invitedById)) return true;
  }
  return false;
}

/** Uses an invitation for a person whose address a provider has proved. A project that is full stays as it is. */
export async function joinByInvitation(
  tx: Transaction,
  services: Services,
  invitation: Invitation,
  person: Joining,
  requestId: string,
): Promise<void> {
  try {
    const { data = {}, ...entry } = await useInvitation(tx, services, invitation, person);
    const { projectId, email } = invitation;
    const record = { projectId, ...entry, data, actor: invitationActor(email), requestId, at: services.clock.now() };
    await recordActions(tx, [record]);
  } catch (error) {
    if (!(error instanceof ApiError && error.errorCode === 'member.limit_reached')) throw error;
  }
}
