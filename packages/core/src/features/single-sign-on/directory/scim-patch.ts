import { z } from 'zod';
import { malformed } from './scim-error.ts';
import { type Comparison, parsePath, type ScimPath } from './scim-filter.ts';
import { attributeOf, parseScimUser, type ScimUser, withNames } from './scim-user.ts';

const MOST_CHANGES = 1000;
const MOST_VALUES = 100;

const operationSchema = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().nullish(),
  value: z.unknown().optional(),
});

/** One change of a PATCH, at one path. */
export interface ScimChange {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: ScimPath;
  readonly value: unknown;
}

/**
 * The changes in the body of a PATCH. An operation without a path has an object, whose names are paths, as Okta and Entra write it.
 *
 * @throws ScimError `invalidSyntax`, `invalidPath`, `noTarget`, `tooMany`
 */
export function parsePatch(body: Readonly<Record<string, unknown>>): ScimChange[] {
  const [, given] = Object.entries(body).find(([key]) => key.toLowerCase() === 'operations') ?? [];
  const { data } = z.array(operationSchema).min(1).safeParse(given);
  if (!data)
    throw malformed('invalidSyntax', 'Operations is a list of { op, path, value }; op is add, replace or remove.');
  const changes = data.flatMap(({ op, path, value }): ScimChange[] => {
    if (op !== 'remove' && value === undefined) throw malformed('invalidValue', `To ${op} something, send its value.`);
    if (path != null) return [{ op, path: parsePath(path), value }];
    if (op === 'remove') throw malformed('noTarget', 'To remove something, name its path.');
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw malformed('invalidValue', 'Without a path, the value is an object.');
    }
    return Object.entries(value).map(([key, one]) => ({ op, path: parsePath(key), value: one }));
  });
  if (changes.length > MOST_CHANGES) throw malformed('tooMany', `A request has at most ${MOST_CHANGES} changes.`);
  return changes;
}

type Values = Record<string, unknown>;

/** A person after some changes. Changes of attributes that aren't kept do nothing. @throws ScimError */
export function patchUser(user: ScimUser, changes: readonly ScimChange[]): ScimUser {
  const patched: Values = structuredClone(user);
  for (const change of changes) {
    const attribute = attributeOf(change.path.attribute);
    if (!attribute) continue;
    const { name, subs } = attribute;
    const { filter, sub } = change.path;
    if (!subs || name === 'name') {
      if (filter || (sub !== null && !subs)) throw malformed('invalidPath', `${name} has no parts of that kind.`);
      if (sub === null) setWhole(patched, name, change, subs);
      else setPart(patched, name, change, subs?.get(sub));
    } else patched[name] = patchList(objectsIn(patched[name]), change, subs);
  }
  return parseScimUser(patched, user.active);
}

function setWhole(target: Values, name: string, { op, value }: ScimChange, subs?: ReadonlyMap<string, string>): void {
  if (op === 'remove') delete target[name];
  else target[name] = subs ? { ...objectOf(target[name]), ...objectOf(withNames(value, subs)) } : value;
}

function setPart(target: Values, name: string, { op, value }: ScimChange, part: string | undefined): void {
  if (part === undefined) return;
  const { [part]: _, ...rest } = objectOf(target[name]);
  target[name] = op === 'remove' ? rest : { ...rest, [part]: value };
}

/** Values of an attribute that has several, after a change. A filter that finds no value makes one, as Entra expects. */
function patchList(list: readonly Values[], change: ScimChange, subs: ReadonlyMap<string, string>): Values[] {
  const { op, value, path } = change;
  const part = path.sub === null ? null : subs.get(path.sub);
  if (part === undefined) return [...list];
  const isMeant = (one: Values): boolean => path.filter?.every((condition) => fits(one, condition, subs)) ?? true;
  if (op === 'remove') {
    const gone = objectsIn(withNames(value, subs)).map((one) => one.value);
    if (part === null) return list.filter((one) => !isMeant(one) || (value != null && !gone.includes(one.value)));
    return list.map(({ [part]: old, ...one }) => (isMeant({ ...one, [part]: old }) ? one : { ...one, [part]: old }));
  }
  const given = part === null ? withNames(value, subs) : { [part]: value };
  if (path.filter === null && part === null) {
    const values = objectsIn(given);
    if (list.length + values.length > MOST_VALUES) throw malformed('tooMany', 'The person has too many addresses.');
    const stays = list.filter((one) => !values.some((other) => other.value === one.value && other.type === one.type));
    return op === 'add' ? [...withOneMain(stays, values), ...values] : values;
  }
  const changed = objectOf(given);
  if (list.some(isMeant)) {
    const others = withOneMain(list, [changed]);
    return list.map((one, index) => (isMeant(one) ? { ...one, ...changed } : (others[index] ?? one)));
  }
  const made = (path.filter ?? []).flatMap((condition) => {
    const name = subs.get(condition.attribute);
    return name === undefined ? [] : [[name, condition.value] as const];
  });
  const added = { ...Object.fromEntries(made), ...changed };
  return [...withOneMain(list, [added]), added];
}

/** Values beside new ones: only one of all is the main one (RFC 7644, section 3.5.2). */
function withOneMain(list: readonly Values[], added: readonly Values[]): Values[] {
  const isNew = added.some(({ primary }) => String(primary).toLowerCase() === 'true');
  return list.map((one) => (isNew ? { ...one, primary: false } : one));
}

function fits(one: Values, { attribute, value }: Comparison, subs: ReadonlyMap<string, string>): boolean {
  const name = subs.get(attribute);
  // Entra writes `primary eq "True"`.
  const text = (part: unknown): string => String(part ?? false).toLowerCase();
  return name !== undefined && text(one[name]) === text(value);
}

function objectOf(value: unknown): Values {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Values) : {};
}

function objectsIn(value: unknown): Values[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== null && typeof one === 'object');
}
