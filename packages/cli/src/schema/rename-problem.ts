import { fieldsAt, nearest, type Rename, type SchemaDocument } from '@stele/schema';
import { declaredRenames } from './declared-renames.ts';
import { describeRename, renameFlag } from './rename-flag.ts';

/** The schemas that a rename leads from and to. */
interface SchemaStep {
  /** The project's; null while it has none. */
  readonly before: SchemaDocument | null;
  /** The config's. */
  readonly after: SchemaDocument;
}

/** Whether a rename that a push doesn't make has been made before: only the new key is there. */
export function isDone(rename: Rename, { before }: SchemaStep): boolean {
  const keys = keysAt(before, placeOf(rename));
  return keys?.includes(keyOf(rename)) === true && !keys.includes(rename.from);
}

/**
 * Why a rename of the command line fits nothing that a push changes, and a text to write instead.
 *
 * @param others all renames of the command line
 */
export function describeProblem(rename: Rename, step: SchemaStep, others: readonly Rename[]): string {
  return `--rename ${renameFlag(rename)} fits nothing: ${reason(rename, step, others)}`;
}

function reason(rename: Rename, step: SchemaStep, others: readonly Rename[]): string {
  const { before, after } = describeRename(rename);
  const place = placeOf(rename);
  const now = keysAt(step.after, place);
  if (!now?.includes(keyOf(rename))) return `the config has no ${after}.${likely(rename, 'to', keyOf(rename), now)}`;
  if (isDone(rename, step)) return `the project has ${after} already, and no ${before}. Leave it out.`;
  if (now.includes(rename.from)) return `${before} is still in the config. Take it out there.`;
  const old = keysAt(step.before, formerPlace(place, [...others, ...declaredRenames(step.after)]));
  if (!old?.includes(rename.from)) return `the project has no ${before}.${likely(rename, 'from', rename.from, old)}`;
  if (old.includes(keyOf(rename))) return `the project has ${after} already.`;
  return `${before} can't become ${after}.`;
}

/** A key to write in place of one that isn't there; else empty. */
function likely(rename: Rename, end: 'from' | 'to', key: string, keys: readonly string[] | null): string {
  const near = nearest(key, keys ?? []);
  if (near === null) return keys === null || keys.length === 0 ? '' : ` It has: ${keys.join(', ')}.`;
  return ` Write: --rename ${renameFlag(withEnd(rename, end, near))}`;
}

function withEnd(rename: Rename, end: 'from' | 'to', key: string): Rename {
  if (end === 'from') return { ...rename, from: key };
  if (rename.kind === 'collection') return { ...rename, to: key };
  return { ...rename, path: [...rename.path.slice(0, -1), key] };
}

/** The place of a renamed field, by its new keys; empty for a collection. */
function placeOf(rename: Rename): readonly string[] {
  return rename.kind === 'collection' ? [] : rename.path.slice(0, -1);
}

function keyOf(rename: Rename): string {
  return rename.kind === 'collection' ? rename.to : (rename.path.at(-1) ?? '');
}

/** A place by the key that its collection had before. */
function formerPlace([collection, ...rest]: readonly string[], renames: readonly Rename[]): readonly string[] {
  if (collection === undefined) return [];
  const renamed = renames.find((rename) => rename.kind === 'collection' && rename.to === collection);
  return [renamed?.from ?? collection, ...rest];
}

/** The keys at a place; null when it isn't there, or holds no fields. */
function keysAt(schema: SchemaDocument | null, place: readonly string[]): readonly string[] | null {
  if (schema === null) return null;
  const keyed = place.length === 0 ? schema.collections : fieldsAt(schema, place);
  return keyed?.map(({ key }) => key) ?? null;
}
