import type { Rename } from '@stele/schema';
import { UserError } from '../errors.ts';

/** Keys with a dot between, and `[]` for the items of a list; the old key is the last. */
const FORM = /^((?:[a-zA-Z]\w*\.)(?:(?:[a-zA-Z]\w*|\[\])\.)*)?([a-zA-Z]\w*):([a-zA-Z]\w*)$/;

/**
 * Reads a rename as it's written on the command line: `old:new` of a collection, `posts.old:new` of a field, whose
 * collection is named by its new key.
 *
 * @throws UserError for a text of another form
 */
export function parseRename(flag: string): Rename {
  const rename = readRename(flag);
  if (rename) return rename;
  throw new UserError(
    `"${flag}" isn't a rename. Write old:new for a collection, collection.old:new for a field (--rename posts.headline:title).`,
  );
}

/** The same, but null for a text that isn't a rename. */
export function readRename(text: string): Rename | null {
  const [, place = '', from, to] = FORM.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  if (place === '') return { kind: 'collection', from, to };
  return { kind: 'field', path: [...place.split('.').slice(0, -1), to], from };
}

/** A rename as it's written on the command line. */
export function renameFlag(rename: Rename): string {
  if (rename.kind === 'collection') return `${rename.from}:${rename.to}`;
  return `${[...rename.path.slice(0, -1), rename.from].join('.')}:${rename.path.at(-1) ?? ''}`;
}

/** Where something was before a rename, and where it's now, for people. */
export function describeRename(rename: Rename): { readonly before: string; readonly after: string } {
  if (rename.kind === 'collection') return { before: rename.from, after: rename.to };
  return { before: [...rename.path.slice(0, -1), rename.from].join('.'), after: rename.path.join('.') };
}
