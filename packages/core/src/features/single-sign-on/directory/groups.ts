import { lockPeople } from '../../../access/lock-people.store.ts';
import type { Transaction } from '../../../platform/audit.ts';
import { newId } from '../../../platform/ids.ts';
import {
  alignAndRecord,
  changeDirectory,
  type Directory,
  type Resource,
  recordOf,
  type ScimPage,
} from './directory.ts';
import { type DirectoryGroupRow, findStrangers, loadDirectoryGroups, lockGroup, writeMembers } from './groups.store.ts';
import { malformed, ScimError } from './scim-error.ts';
import type { Comparison } from './scim-filter.ts';
import { type GroupChange, type MemberChange, MOST_MEMBERS } from './scim-group.ts';

/** The most people whom an audit record names of each kind. */
const MOST_RECORDED = 100;

const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Groups of the directory. @throws ScimError `invalidFilter` */
export async function listDirectoryGroups(
  { services, provider, url }: Directory,
  filter: readonly Comparison[],
  page: ScimPage,
  withMembers: boolean,
): Promise<{ total: number; resources: Resource[] }> {
  const { total, rows } = await loadDirectoryGroups(services.database.pool, provider.id, filter, page, withMembers);
  return { total, resources: rows.map((row) => toResource(url, row)) };
}

/** One group of the directory. @throws ScimError 404 */
export async function getDirectoryGroup(directory: Directory, id: string, withMembers: boolean): Promise<Resource> {
  const byId = [{ attribute: 'id', value: id }];
  const { resources } = await listDirectoryGroups(directory, byId, { startIndex: 1, count: 1 }, withMembers);
  if (!resources[0]) throw noSuchGroup();
  return resources[0];
}

/** Makes a group. @throws ScimError `uniqueness`, `invalidValue`, `tooMany` */
export async function createDirectoryGroup(
  directory: Directory,
  { name, externalId = null, members }: GroupChange & { readonly name: string },
): Promise<Resource> {
  const { services, provider } = directory;
  const id = newId('directoryGroup');
  const now = services.clock.now();
  await changeDirectory(directory, async (tx) => {
    const data = { id, provider: provider.id, name, externalId, createdAt: now, updatedAt: now };
    await tx.directoryGroup.create({ data });
    const { added } = await changeMembers(tx, directory, { id, members: [] }, members, []);
    const record = recordOf(directory, 'directory_group.create', id, { name, ...comeAndGone(added, []) });
    await alignAndRecord(tx, directory, added, [record]);
  });
  return getDirectoryGroup(directory, id, true);
}

/**
 * Changes a group's name and its people. Their roles follow in the same transaction.
 *
 * @throws ScimError 404, `uniqueness`, `invalidValue`, `tooMany`
 */
export async function updateDirectoryGroup(
  directory: Directory,
  id: string,
  { members, ...named }: GroupChange,
): Promise<void> {
  const { services, provider } = directory;
  await changeDirectory(directory, async (tx) => {
    const before = await lockGroup(tx, provider.id, id);
    if (!before) throw noSuchGroup();
    const { name = before.name, externalId = before.externalId } = named;
    const isRenamed = name !== before.name || externalId !== before.externalId;
    const renamed = isRenamed ? before.members : [];
    const { added, removed } = await changeMembers(tx, directory, { id, ...before }, members, renamed);
    if (!isRenamed && added.length + removed.length === 0) return;
    const updatedAt = services.clock.now();
    await tx.directoryGroup.update({ where: { id }, data: { name, externalId, updatedAt } });
    const data = { name, ...(isRenamed && { from: before.name }), ...comeAndGone(added, removed) };
    const touched = new Set([...added, ...removed, ...renamed]);
    await alignAndRecord(tx, directory, [...touched], [recordOf(directory, 'directory_group.update', id, data)]);
  });
}

/** Deletes a group, with the roles that it gave. @throws ScimError 404 */
export async function deleteDirectoryGroup(directory: Directory, id: string): Promise<void> {
  await changeDirectory(directory, async (tx) => {
    const before = await lockGroup(tx, directory.provider.id, id);
    if (!before) throw noSuchGroup();
    const { name, members } = before;
    await lockPeople(tx, members);
    await tx.directoryGroup.delete({ where: { id } });
    const record = recordOf(directory, 'directory_group.delete', id, { name, ...comeAndGone([], members) });
    await alignAndRecord(tx, directory, members, [record]);
  });
}

/** Who comes and goes, for the audit log: how many, and the IDs of the first. */
function comeAndGone(added: readonly string[], removed: readonly string[]) {
  const first = (ids: readonly string[]) => ids.slice(0, MOST_RECORDED);
  return { added: added.length, removed: removed.length, added_ids: first(added), removed_ids: first(removed) };
}

/** Locks the people who come and go, and some more. @returns who comes and goes */
async function changeMembers(
  tx: Transaction,
  { provider }: Directory,
  { id, members: before }: { readonly id: string; readonly members: readonly string[] },
  { replaces, added: asked, removed: left }: MemberChange,
  more: readonly string[],
): Promise<{ added: string[]; removed: string[] }> {
  const here = new Set(before);
  const after = new Set([...(replaces ? [] : before.filter((one) => !left.has(one))), ...asked]);
  if (after.size > MOST_MEMBERS) throw malformed('tooMany', `A group has at most ${MOST_MEMBERS} members.`);
  const added = [...after].filter((one) => !here.has(one));
  const removed = before.filter((one) => !after.has(one));
  const touched = [...added, ...removed, ...more];
  if (touched.length > 0) await lockPeople(tx, touched);
  const [stranger] = added.length > 0 ? await findStrangers(tx, provider.id, added) : [];
  if (stranger !== undefined) throw malformed('invalidValue', `members: There is no user ${stranger.slice(0, 100)}.`);
  await writeMembers(tx, id, added, removed);
  return { added, removed };
}

function toResource(url: string, row: DirectoryGroupRow): Resource {
  const { id, name, externalId, members, createdAt, updatedAt } = row;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: name,
    ...(externalId !== null && { externalId }),
    ...(members !== null && { members }),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${url}/Groups/${id}`,
    },
  };
}

const noSuchGroup = (): ScimError => new ScimError(404, null, 'There is no such group.');
