import { tellOwner } from '../../access/account-news.ts';
import { accountProvider, createAccount } from '../../access/accounts.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { bestName, emailSchema } from '../../access/person.schemas.ts';
import { loadGroupsIn } from '../../access/providers/directory.store.ts';
import type { ProvenPerson, Provider } from '../../access/providers/provider.ts';
import { ProviderError } from '../../access/providers/provider-error.ts';
import type { SingleSignOn } from '../../access/providers/single-sign-on.ts';
import { verifyByProvider } from '../../access/verify-email.ts';
import {
  anyLetsIn,
  findOpenInvitationsTo,
  joinByInvitation,
} from '../../domains/members/invitations/join-by-invitation.ts';
import type { Services } from '../../domains/services.ts';
import type { Transaction } from '../../platform/audit.ts';
import type { InstanceAuditAction } from '../../platform/audit-actions.ts';
import { type AuditRecord, recordActions } from '../../platform/audit-records.store.ts';
import { retryConflicts } from '../../platform/database/in-transaction.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { newId } from '../../platform/ids.ts';
import { alignMemberships, groupsActor } from './group-members.ts';
import { hasGroupRole } from './groups.store.ts';

interface AdmittedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A sign-in that a provider has completed. */
interface ProvenSignIn {
  readonly services: Services;
  readonly singleSignOn: SingleSignOn;
  readonly provider: Pick<Provider, 'id' | 'name' | 'issuer'>;
  readonly requestId: string;
}

/**
 * Finds the account of a person whom a provider has proved, links the provider to it, or makes one; then brings memberships in line
 * with the person's groups: those that its directory has told, or else those that it names now. All of it is one transaction.
 *
 * @throws ProviderError `domain`, `unverified`, `taken`, `deactivated`, `not_invited`
 */
export async function admitPerson(signIn: ProvenSignIn, proven: ProvenPerson): Promise<AdmittedPerson> {
  const { services, singleSignOn, provider, requestId } = signIn;
  const { prisma } = services.database;
  const admitAndAlign = () =>
    prisma.$transaction(async (tx) => {
      const person = await admitIn(tx, signIn, proven);
      const { deactivatedAt } = await tx.user.update({
        where: { id: person.id },
        data: { providerFactor: proven.hasFactor },
      });
      if (deactivatedAt) throw new ProviderError('deactivated', 'The directory has deactivated the account.');
      const told = singleSignOn.directory(provider.id) && (await loadGroupsIn(tx, provider.id, person.id));
      const groups = told ?? proven.groups;
      if (groups === null) return person;
      const key = { providerId: accountProvider(provider), accountId: proven.subject };
      await tx.account.update({ where: { providerId_accountId: key }, data: { groups: [...groups] } });
      const source = { provider, actor: groupsActor(provider), requestId };
      const records = await alignMemberships(tx, services, source, [{ ...person, groups }]);
      await recordActions(tx, records);
      return person;
    });
  try {
    return await retryConflicts(admitAndAlign);
  } catch (error) {
    // The person's first sign-in came twice at once: now there's an account.
    const isTwice = ['users_email_key', 'accounts_provider_id_account_id_key'].some((key) =>
      isUniqueViolation(error, key),
    );
    if (!isTwice) throw error;
    return retryConflicts(admitAndAlign);
  }
}

function ofOtherDomain(): ProviderError {
  return new ProviderError('domain', 'The address or the account is of another domain.');
}

async function admitIn(tx: Transaction, signIn: ProvenSignIn, proven: ProvenPerson): Promise<AdmittedPerson> {
  const { services, singleSignOn, provider, requestId } = signIn;
  const key = { providerId: accountProvider(provider), accountId: proven.subject };
  const select = { id: true, name: true, email: true } as const;
  const linked = await tx.account.findUnique({
    where: { providerId_accountId: key },
    select: { user: { select } },
  });
  const checkDomain = (address: string): void => {
    if (singleSignOn.admits(provider.id, address, proven.managedBy)) return;
    throw ofOtherDomain();
  };
  if (linked) {
    // The account may have another address than the provider says now.
    if (!singleSignOn.maySpeakFor(provider.id, linked.user.email)) throw ofOtherDomain();
    checkDomain(proven.emailVerified && proven.email !== null ? proven.email : linked.user.email);
    return linked.user;
  }
  // Someone who can enter any address at a provider could otherwise take over the account that has it.
  const email = emailSchema.safeParse(proven.email).data;
  if (email === undefined || !proven.emailVerified) {
    throw new ProviderError('unverified', `${provider.name} doesn't say that the address is the person's.`);
  }
  checkDomain(email);
  const record = async (action: InstanceAuditAction, { id, name }: AdmittedPerson, more = {}): Promise<void> => {
    const actor = { type: 'user', id, name, email } as const;
    const data = { provider: provider.id, ...more };
    const at = services.clock.now();
    const row: AuditRecord = { projectId: null, action, targetId: id, actor, requestId, data, at };
    await recordActions(tx, [row]);
    if (action === 'account.link_provider') await tellOwner(tx, services, { userId: id, to: email, action, at });
  };
  const link = (userId: string) => tx.account.create({ data: { id: newId('account'), ...key, userId } });
  const known = await tx.user.findUnique({ where: { email }, select });
  if (known) {
    if (!(await lockPerson(tx, known.id))) throw new ProviderError('failed', 'The account was deleted meanwhile.');
    // Addresses are given to others when people leave: then it's another person.
    const other = await tx.account.findFirst({ where: { userId: known.id, providerId: key.providerId } });
    if (other?.accountId === proven.subject) return known;
    if (other) throw new ProviderError('taken', `The account belongs to someone else of ${provider.name}.`);
    const removed = await verifyByProvider(tx, known.id);
    await link(known.id);
    await record('account.link_provider', known, removed && { removed });
    return known;
  }
  const invitations = await findOpenInvitationsTo(tx, email, services.clock.now());
  const isWanted =
    singleSignOn.settings.takesAnyone ||
    (await anyLetsIn(tx, services, invitations)) ||
    (await hasGroupRole(tx, provider.id, proven.groups ?? []));
  if (!isWanted) throw new ProviderError('not_invited', 'The person is neither invited nor in a group with a role.');
  const account = { name: bestName(proven.names, email), email, passwordHash: null, emailVerified: true };
  const created = await createAccount(tx, account);
  await link(created.id);
  await record('account.create', created);
  for (const invitation of invitations) await joinByInvitation(tx, services, invitation, created, requestId);
  return created;
}
