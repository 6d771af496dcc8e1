import type { Rename } from '@stele/schema';
import { UserError } from '../errors.ts';

const FORM = /^([a-zA-Z][a-zA-Z0-9_.]*):([a-zA-Z][a-zA-Z0-9_]*)$/;

/**
 * Reads a rename as it's written on the command line: `old:new` of a collection, `posts.old:new` of a field, whose
 * collection is named by its new key.
 *
 * @throws UserError for what is written otherwise
 */
export function parseRename(flag: string): Rename {
  const [, before, to] = FORM.exec(flag) ?? [];
  const place = before?.split('.') ?? [];
  const from = place.pop();
  if (!from || to === undefined || place.includes('')) {
    throw new UserError(
      `"${flag}" is no rename. Write old:new for a collection, collection.old:new for a field (--rename posts.headline:title).`,
    );
  }
  return place.length === 0 ? { kind: 'collection', from, to } : { kind: 'field', path: [...place, to], from };
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
