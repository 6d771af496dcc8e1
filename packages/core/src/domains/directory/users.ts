import { createAccount } from '../../access/accounts.ts';
import { clearCredentials } from '../../access/clear-credentials.ts';
import { endAccess } from '../../access/end-access.ts';
import { isOperator } from '../../access/operator.store.ts';
import type { Transaction } from '../../platform/audit.ts';
import type { AuditRecord } from '../../platform/audit-records.store.ts';
import { findOpenInvitationsTo, joinByInvitation } from '../invitations/join-by-invitation.ts';
import { lockPerson } from '../people/people.store.ts';
import { isProven } from '../single-sign-on/admit-person.ts';
import { tellsGroups, writeStanding } from './directory.store.ts';
import { alignAndRecord, change, type Directory, type Resource, recordOf, type ScimPage } from './directory.ts';
import { malformed, ScimError } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';
import { accountAddressOf, accountNameOf, type ScimUser } from './scim-user.ts';
import { type DirectoryUserRow, findNamesakes, loadDirectoryUsers } from './users.store.ts';

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
 * Makes an account for a person, who is a member by open invitations at once, or joins the one that has their address. What was set before on an account that no provider had
 * proved ends, as at a first sign-in. Someone who was deleted in the directory gets their account back.
 *
 * @throws ScimError `uniqueness`, `invalidValue`
 */
export async function createDirectoryUser(directory: Directory, user: ScimUser): Promise<Resource> {
  const { services, provider } = directory;
  const email = accountAddressOf(user);
  checkDomain(directory, email);
  const id = await change(directory, async (tx) => {
    const records: AuditRecord[] = [];
    const { userId, isBack } = await findOrCreateAccount(tx, directory, user, email, records);
    const now = services.clock.now();
    const key = { provider: provider.id, userId };
    const row = { ...columnsOf(user), deletedAt: null, updatedAt: now };
    if (isBack) await tx.directoryUser.update({ where: { provider_userId: key }, data: row });
    else await tx.directoryUser.create({ data: { ...key, ...row, createdAt: now } });
    await settle(tx, directory, userId, user.active, records);
    return userId;
  });
  return getDirectoryUser(directory, id);
}

async function findOrCreateAccount(
  tx: Transaction,
  directory: Directory,
  user: ScimUser,
  email: string,
  records: AuditRecord[],
): Promise<{ userId: string; isBack: boolean }> {
  const { services, provider, requestId } = directory;
  const [namesake, ...others] = await findNamesakes(tx, provider.id, user.userName, email);
  if (namesake) {
    const { userId, externalId, isDeleted } = namesake;
    if (!isDeleted || others.length > 0) {
      throw taken();
    }
    if (externalId !== null && user.externalId !== undefined && externalId !== user.externalId) {
      const detail = 'The account belongs to someone who left. Delete them for good in Stele first.';
      throw new ScimError(409, 'uniqueness', detail);
    }
    if (!(await lockPerson(tx, userId))) throw taken();
    if (namesake.email !== email) await tx.user.update({ where: { id: userId }, data: { email } });
    return { userId, isBack: true };
  }
  const known = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (!known) {
    const created = await createAccount(tx, { name: accountNameOf(user, email), email, passwordHash: null });
    records.push(recordOf(directory, 'account.create', created.id, { name: created.name, email }));
    const invitations = await findOpenInvitationsTo(tx, email, services.clock.now());
    for (const invitation of invitations) await joinByInvitation(tx, services, invitation, created, requestId);
    return { userId: created.id, isBack: false };
  }
  if (!(await lockPerson(tx, known.id))) throw taken();
  const removed = (await isProven(tx, known.id)) ? undefined : await clearCredentials(tx, known.id);
  records.push(recordOf(directory, 'account.link_directory', known.id, { email, ...(removed && { removed }) }));
  return { userId: known.id, isBack: false };
}

/**
 * Changes a person of the directory. Their account's name and address follow when they change there.
 *
 * @param edit makes of what the directory has sent before what it is now
 * @throws ScimError 404, `uniqueness`, `invalidValue`; 409 to deactivate the person who set up the instance, or to change their address
 */
export async function updateDirectoryUser(
  directory: Directory,
  id: string,
  edit: (before: ScimUser) => ScimUser,
): Promise<Resource> {
  const { services, provider } = directory;
  await change(directory, async (tx) => {
    const before = await lockUser(tx, directory, id);
    const after = edit(before);
    const email = accountAddressOf(after);
    const name = accountNameOf(after, email);
    // Someone whose domain isn't let in any more can be deactivated all the same.
    const isMoved = email !== accountAddressOf(before);
    if (isMoved) checkDomain(directory, email);
    if (isMoved && (await isOperator(tx, id))) throw ofOperator();
    const data = { ...(isMoved && { email }), ...(name !== accountNameOf(before, email) && { name }) };
    const records: AuditRecord[] = [];
    if (Object.keys(data).length > 0) {
      await tx.user.update({ where: { id }, data });
      if (isMoved) await tx.passwordReset.deleteMany({ where: { userId: id } });
      records.push(recordOf(directory, 'account.update_by_directory', id, data));
    }
    const where = { provider_userId: { provider: provider.id, userId: id } };
    await tx.directoryUser.update({ where, data: { ...columnsOf(after), updatedAt: services.clock.now() } });
    await settle(tx, directory, id, after.active, records);
  });
  return getDirectoryUser(directory, id);
}

/**
 * Deletes a person from the directory. Their account stays, with what they wrote, and is deactivated.
 *
 * @throws ScimError 404; 409 for the person who set up the instance
 */
export async function deleteDirectoryUser(directory: Directory, id: string): Promise<void> {
  const { services, provider } = directory;
  await change(directory, async (tx) => {
    await lockUser(tx, directory, id);
    await tx.directoryMember.deleteMany({ where: { userId: id, group: { provider: provider.id } } });
    const where = { provider_userId: { provider: provider.id, userId: id } };
    await tx.directoryUser.update({ where, data: { active: false, deletedAt: services.clock.now() } });
    await settle(tx, directory, id, false, []);
  });
}

/** What the directory said last of a person, whose row is locked. @throws ScimError 404 */
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
    throw ofOperator();
  }
  const now = directory.services.clock.now();
  const standing = await writeStanding(tx, userId, now);
  if (standing.after && !standing.before) {
    records.push(recordOf(directory, 'account.deactivate', userId, { ended: await endAccess(tx, userId, now) }));
  } else if (standing.before && !standing.after) {
    records.push(recordOf(directory, 'account.reactivate', userId));
  }
  const isTold = !active || (await tellsGroups(tx, directory.provider.id));
  await alignAndRecord(tx, directory, isTold ? [userId] : [], records);
}

/** @throws ScimError `invalidValue` for an address of a domain that isn't let in */
function checkDomain({ services }: Directory, email: string): void {
  if (services.singleSignOn?.admits(email)) return;
  throw malformed('invalidValue', 'emails: The address is of a domain that is not let in.');
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
  new ScimError(409, null, 'This is the person who set up the instance. They stay active, and keep their address.');
const taken = (): ScimError => new ScimError(409, 'uniqueness', 'There is such a user already.');
const noSuchUser = (): ScimError => new ScimError(404, null, 'There is no such user.');
