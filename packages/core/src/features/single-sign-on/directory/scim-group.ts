import { z } from 'zod';
import { malformed } from './scim-error.ts';
import type { ScimChange } from './scim-patch.ts';

/** The most people of a group. */
export const MOST_MEMBERS = 5000;

const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((text) => !/\p{Cc}/u.test(text), 'A name has no control characters.');
const groupSchema = z.object({ displayName: name, externalId: z.string().trim().max(255).nullish() });

/** The part of a group that a request changes. */
export interface GroupChange {
  readonly name?: string;
  /** Null for none. */
  readonly externalId?: string | null;
  readonly members: MemberChange;
}

/** Who is in a group after a request. */
export interface MemberChange {
  /** Whether all others leave. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** A whole group from a body; without members, those that it has stay. @throws ScimError `invalidValue`, `tooMany` */
export function parseGroup(body: Readonly<Record<string, unknown>>): GroupChange & { readonly name: string } {
  const given = new Map(Object.entries(body).map(([key, value]) => [key.toLowerCase(), value]));
  const { displayName, externalId } = parsed({
    displayName: given.get('displayname'),
    externalId: given.get('externalid'),
  });
  const added = new Set(memberIds(given.get('members') ?? []));
  const members = { replaces: given.has('members'), added, removed: new Set<string>() };
  return { name: displayName, externalId: externalId || null, members };
}

/** The changes of a group in one. Changes of attributes that aren't kept do nothing. @throws ScimError */
export function foldGroupChanges(changes: readonly ScimChange[]): GroupChange {
  let named: { name?: string; externalId?: string | null } = {};
  const members = { replaces: false, added: new Set<string>(), removed: new Set<string>() };
  for (const { op, path, value } of changes) {
    if (path.attribute === 'displayname') {
      if (op === 'remove') throw malformed('invalidValue', 'displayName: A group has a name.');
      named = { ...named, name: parsed({ displayName: value }).displayName };
    } else if (path.attribute === 'externalid') {
      const externalId = op === 'remove' ? null : parsed({ displayName: '-', externalId: value }).externalId || null;
      named = { ...named, externalId };
    } else if (path.attribute === 'members') {
      const ids = path.filter
        ? path.filter.map((one) => (one.attribute === 'value' ? String(one.value) : ''))
        : memberIds(value ?? []);
      if (path.filter && (op !== 'remove' || ids.length !== 1 || ids[0] === '')) {
        throw malformed('invalidPath', 'A path to a member is members[value eq "…"], to remove it.');
      }
      const isWhole = op === 'replace' || (op === 'remove' && path.filter === null && value === undefined);
      if (isWhole) {
        members.replaces = true;
        members.added.clear();
        members.removed.clear();
      }
      for (const id of ids) {
        const [to, from] = op === 'remove' ? [members.removed, members.added] : [members.added, members.removed];
        from.delete(id);
        to.add(id);
      }
    }
  }
  return { ...named, members };
}

function parsed(group: { readonly displayName: unknown; readonly externalId?: unknown }): z.infer<typeof groupSchema> {
  const { data, error } = groupSchema.safeParse(group);
  if (data) return data;
  const [issue] = error.issues;
  throw malformed('invalidValue', `${issue?.path.join('.')}: ${issue?.message}`);
}

const groupMemberSchema = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]);

function memberIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_MEMBERS) throw malformed('tooMany', `A group has at most ${MOST_MEMBERS} members.`);
  const { data } = z.array(groupMemberSchema).safeParse(list);
  if (!data) throw malformed('invalidValue', 'members: A member is { value }, with the id of a user.');
  return data;
}
