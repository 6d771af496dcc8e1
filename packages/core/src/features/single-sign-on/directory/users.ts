import { tellOwner } from '../../../access/account-news.ts';
import { createAccount } from '../../../access/accounts.ts';
import { clearCredentials } from '../../../access/clear-credentials.store.ts';
import { endAccess } from '../../../access/end-access.ts';
import { lockPerson } from '../../../access/lock-people.store.ts';
import { isOperator, lockOperators } from '../../../access/operator.store.ts';
import { belongsTo, tellsGroups, writeAccess } from '../../../access/providers/directory.store.ts';
import { verifyByProvider } from '../../../access/verify-email.ts';
import { findOpenInvitationsTo, joinByInvitation } from '../../../domains/members/invitations/join-by-invitation.ts';
import type { Transaction } from '../../../platform/audit.ts';
import type { AuditRecord } from '../../../platform/audit-records.store.ts';
import {
  alignAndRecord,
  changeDirectory,
  type Directory,
  type Resource,
  recordOf,
  type ScimPage,
} from './directory.ts';
import { malformed, ScimError } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';
import { accountAddressOf, accountNameOf, type ScimUser } from './scim-user.ts';
import {
  type DirectoryUserRow,
  findTokensOf,
  loadDirectoryUsers,
  lockAccountOf,
  lockNamesakes,
} from './users.store.ts';

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** People of the directory. @throws ScimError `invalidFilter` */
export async function listDirectoryUsers(
  { services, provider, url }: Directory,
  filter: readonly Comparison[],
  page: ScimPage,
): Promise<{ total: number; resources: Resource[] }> {
  const { total, rows } = await loadDirectoryUsers(services.database.pool, provider.id, filter, page);
  return { total, resources: rows.map((row) => toResource(url, row)) };
}

/** One person of the directory. @throws ScimError 404 */
export async function getDirectoryUser(directory: Directory, id: string): Promise<Resource> {
  const byId = [{ attribute: 'id', value: id }];
  const { resources } = await listDirectoryUsers(directory, byId, { startIndex: 1, count: 1 });
  if (!resources[0]) throw noSuchUser();
  return resources[0];
}

/**
 * Makes an account for a person, accepting its open invitations, or joins the one that has their address. Ends credentials that
 * were set before on an account that no provider had proved, as at a first sign-in. Someone who was deleted in the directory gets
 * their account back.
 *
 * @throws ScimError `uniqueness`, `invalidValue`
 */
export async function createDirectoryUser(directory: Directory, user: ScimUser): Promise<Resource> {
  const { services, provider } = directory;
  const email = accountAddressOf(user);
  checkDomain(directory, email);
  const id = await changeDirectory(directory, async (tx) => {
    const records: AuditRecord[] = [];
    const back = await findBack(tx, directory, user, email);
    const userId = back?.userId ?? (await takeAccount(tx, directory, user, email, records));
    if (back) {
      records.push(recordOf(directory, 'account.link_directory', userId, { email }));
      await follow(tx, directory, userId, back.before, user, records);
    } else {
      const now = services.clock.now();
      const row = { provider: provider.id, userId, ...columnsOf(user), createdAt: now, updatedAt: now };
      await tx.directoryUser.create({ data: row });
    }
    await settle(tx, directory, userId, user.active, records);
    return userId;
  });
  return getDirectoryUser(directory, id);
}

/** Someone who was deleted in the directory and is back, with what it said last. They are locked. @throws ScimError `uniqueness` */
async function findBack(
  tx: Transaction,
  { provider }: Directory,
  user: ScimUser,
  email: string,
): Promise<{ userId: string; before: ScimUser } | null> {
  const [namesake, ...others] = await lockNamesakes(tx, provider.id, user.userName, email);
  if (!namesake) return null;
  const { userId, externalId, isDeleted, attributes } = namesake;
  if (!isDeleted || others.length > 0) throw taken();
  // User names and addresses of people who left are given to others.
  if (externalId === null || externalId !== user.externalId) {
    const detail =
      'The account belongs to someone who left and had another externalId. Delete them for good in Stele first.';
    throw taken(detail);
  }
  return { userId, before: { ...(attributes as ScimUser), active: false } };
}

async function takeAccount(
  tx: Transaction,
  directory: Directory,
  user: ScimUser,
  email: string,
  records: AuditRecord[],
): Promise<string> {
  const { services, requestId } = directory;
  const known = await lockAccountOf(tx, email);
  if (known === null) {
    const account = { name: accountNameOf(user, email), email, passwordHash: null, emailVerified: true };
    const created = await createAccount(tx, account);
    records.push(recordOf(directory, 'account.create', created.id, { name: created.name, email }));
    const invitations = await findOpenInvitationsTo(tx, email, services.clock.now());
    for (const invitation of invitations) await joinByInvitation(tx, services, invitation, created, requestId);
    return created.id;
  }
  if (await isOfOthers(tx, directory, known)) throw taken('The account with this address belongs to another provider.');
  const removed = await verifyByProvider(tx, known);
  if (removed) {
    const taken = { userId: known, to: email, action: 'account.link_directory', at: services.clock.now() } as const;
    await tellOwner(tx, services, taken);
  }
  records.push(recordOf(directory, 'account.link_directory', known, { email, ...(removed && { removed }) }));
  return known;
}

/** Whether another provider, of those in the settings, has an account, too: then a directory says less about it. */
function isOfOthers(tx: Transaction, { services, provider }: Directory, userId: string): Promise<boolean> {
  const ids = services.singleSignOn?.settings.providers.map(({ id }) => id) ?? [];
  const others = ids.filter((id) => id !== provider.id);
  return belongsTo(tx, userId, others);
}

/**
 * Changes a person of the directory. Their account's name and address follow when they change there.
 *
 * @param edit makes of what the directory has sent before what it is now
 * @throws ScimError 404, `uniqueness`, `invalidValue`; 409 to deactivate the last operator, or to change an operator's
 *   address, or that of someone whose account another provider has, too
 */
export async function updateDirectoryUser(
  directory: Directory,
  id: string,
  edit: (before: ScimUser) => ScimUser,
): Promise<Resource> {
  await changeDirectory(directory, async (tx) => {
    const before = await lockUser(tx, directory, id);
    const after = edit(before);
    const records: AuditRecord[] = [];
    await follow(tx, directory, id, before, after, records);
    await settle(tx, directory, id, after.active, records);
  });
  return getDirectoryUser(directory, id);
}

/**
 * Writes what the directory says of a person now. The name and the address of their account follow if they changed there. A new
 * address ends what was set before.
 */
async function follow(
  tx: Transaction,
  directory: Directory,
  userId: string,
  before: ScimUser,
  after: ScimUser,
  records: AuditRecord[],
): Promise<void> {
  const [was, is] = [identityOf(before), identityOf(after)];
  const changed = (['email', 'name', 'userName', 'externalId'] as const).filter((key) => was[key] !== is[key]);
  if (changed.includes('email')) {
    // Someone whose domain isn't let in any more can be deactivated all the same.
    checkDomain(directory, is.email);
    if (!directory.services.singleSignOn?.maySpeakFor(directory.provider.id, was.email)) throw ofOtherDomain();
    if (await isOperator(tx, userId)) throw ofOperator();
    if (await isOfOthers(tx, directory, userId))
      throw new ScimError(409, null, 'The account belongs to another provider, too.');
    const { services } = directory;
    const moved = { userId, to: was.email, action: 'account.update_by_directory', at: services.clock.now() } as const;
    await tellOwner(tx, services, moved);
  }
  if (changed.length > 0) {
    // The new address may be someone else's, who hasn't set what the account has.
    const removed = changed.includes('email') ? await clearCredentials(tx, userId) : null;
    const data = {
      ...(changed.includes('email') && { email: is.email }),
      ...(changed.includes('name') && { name: is.name }),
    };
    const { name, email } = await tx.user.update({ where: { id: userId }, data });
    records.push(
      recordOf(directory, 'account.update_by_directory', userId, { name, email, changed, ...(removed && { removed }) }),
    );
  }
  const where = { provider_userId: { provider: directory.provider.id, userId } };
  const updatedAt = directory.services.clock.now();
  await tx.directoryUser.update({ where, data: { ...columnsOf(after), deletedAt: null, updatedAt } });
}

function identityOf(user: ScimUser) {
  const email = accountAddressOf(user);
  return { email, name: accountNameOf(user, email), userName: user.userName, externalId: user.externalId };
}

/**
 * Deletes a person from the directory. Their account stays, with what they wrote, and is deactivated.
 *
 * @throws ScimError 404; 409 for the last operator
 */
export async function deleteDirectoryUser(directory: Directory, id: string): Promise<void> {
  const { services, provider } = directory;
  await changeDirectory(directory, async (tx) => {
    await lockUser(tx, directory, id);
    await tx.directoryMember.deleteMany({ where: { userId: id, group: { provider: provider.id } } });
    const where = { provider_userId: { provider: provider.id, userId: id } };
    await tx.directoryUser.update({ where, data: { active: false, deletedAt: services.clock.now() } });
    await settle(tx, directory, id, false, [recordOf(directory, 'account.delete_by_directory', id)]);
  });
}

/** Reads a person's attributes as the directory last sent them, and locks the row. @throws ScimError 404 */
async function lockUser(tx: Transaction, { provider }: Directory, userId: string): Promise<ScimUser> {
  await lockPerson(tx, userId);
  const row = await tx.directoryUser.findUnique({ where: { provider_userId: { provider: provider.id, userId } } });
  if (!row || row.deletedAt) throw noSuchUser();
  return { ...(row.attributes as ScimUser), active: row.active };
}

/** Lets a person in or keeps them out, as their directories say, and brings their memberships in line. */
async function settle(
  tx: Transaction,
  directory: Directory,
  userId: string,
  active: boolean,
  records: AuditRecord[],
): Promise<void> {
  if (!active && (await isOperator(tx, userId))) {
    if ((await lockOperators(tx)).length === 1) throw ofOperator();
    await tx.user.update({ where: { id: userId }, data: { operatorSince: null } });
    records.push(recordOf(directory, 'account.remove_operator', userId));
  }
  const now = directory.services.clock.now();
  const standing = await writeAccess(tx, userId, now);
  if (standing.after && !standing.before) {
    const ended = await endAccess(tx, userId, now);
    const tokens = await findTokensOf(tx, userId);
    records.push(recordOf(directory, 'account.deactivate', userId, { ended, tokens }));
  } else if (standing.before && !standing.after) {
    records.push(recordOf(directory, 'account.reactivate', userId));
  }
  const isTold = !active || (await tellsGroups(tx, directory.provider.id));
  await alignAndRecord(tx, directory, isTold ? [userId] : [], records);
}

/** @throws ScimError `invalidValue` for an address of a domain that isn't let in */
function checkDomain({ services, provider }: Directory, email: string): void {
  if (services.singleSignOn?.admits(provider.id, email)) return;
  throw ofOtherDomain();
}

function ofOtherDomain(): ScimError {
  const message =
    "emails: The address is of a domain that isn't let in, by STELE_SSO_DOMAINS or the provider's own _DOMAINS.";
  return malformed('invalidValue', message);
}

function columnsOf({ active, ...attributes }: ScimUser) {
  const { userName, externalId = null } = attributes;
  return { userName: userName.toLowerCase(), externalId, active, attributes };
}

function toResource(url: string, row: DirectoryUserRow): Resource {
  const { userId, active, attributes, groups, createdAt, updatedAt } = row;
  const meta = {
    resourceType: 'User',
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${url}/Users/${userId}`,
  };
  return { schemas: [USER_SCHEMA], id: userId, ...(attributes as object), active, groups, meta };
}

const ofOperator = (): ScimError =>
  new ScimError(409, null, 'This is an operator of the instance, who keeps their address. The last one stays active.');
const taken = (detail = 'There is such a user already.'): ScimError => new ScimError(409, 'uniqueness', detail);
const noSuchUser = (): ScimError => new ScimError(404, null, 'There is no such user.');
