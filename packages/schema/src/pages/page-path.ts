import type { CollectionDocument, Values } from '../document.ts';
import { ownValue } from '../own-value.ts';
import { casesIn, previewPath, previewTemplate } from '../preview/preview-path.ts';
import { withoutHidden } from '../show-if.ts';
import { plainPath } from './plain-path.ts';

/** Published values have the place of their page under this key. No field has such a key. */
export const PAGE = '_page';

/** The field of a tree's entries that names the page above. */
export const PARENT = 'parent';

/** The most levels of a tree. */
export const MOST_LEVELS = 12;

/** The longest path: an index of the database holds it. */
export const LONGEST_PATH = 1000;

/** Where an entry's page is in a locale. */
export interface EntryPage {
  /** Null when a field of it is empty, or no path fits the entry. */
  readonly path: string | null;
  /** The page above, in a tree. */
  readonly parent: string | null;
  /** How many pages are above it. */
  readonly depth: number;
}

/** Why an entry can't have a page where its values put it. */
export type PageProblem =
  /** The page above, or one above that, isn't there. */
  | { readonly problem: 'parent_missing'; readonly entry: string }
  /** The page is below itself. */
  | { readonly problem: 'circle'; readonly entry: string }
  | { readonly problem: 'too_deep' }
  | { readonly problem: 'too_long' }
  /** The path has a part `.` or `..`, which browsers resolve. */
  | { readonly problem: 'has_dots' };

/** Whether a collection says where its entries' pages are. */
export function hasPages({ path }: CollectionDocument): boolean {
  return path !== undefined;
}

/** The page above an entry, as its values name it. */
export function parentOf({ tree }: CollectionDocument, values: Values): string | null {
  const parent = tree ? ownValue(values, PARENT) : null;
  return typeof parent === 'string' && parent !== '' ? parent : null;
}

/**
 * Where an entry's page is in a locale, from its values and those of the entries that its path names.
 *
 * @param valuesOf the values of an entry in the locale; null when it isn't there
 */
export function pageOf(
  collection: CollectionDocument,
  locale: string,
  entry: { readonly id: string; readonly values: Values },
  valuesOf: (id: string) => Values | null,
): EntryPage | PageProblem {
  const values = withoutHidden(collection.fields, entry.values);
  const above = pagesAbove(collection, entry.id, values, valuesOf);
  if ('problem' in above) return above;
  const page = { parent: parentOf(collection, values), depth: above.length };
  const template = previewTemplate(casesIn(collection.path, locale), collection, values);
  if (template === null) return { ...page, path: null };
  let isBroken = false;
  const address = previewPath(template, locale, values, (field) => {
    if (collection.tree && field === PARENT) return above;
    const { found, isWhole } = followed(field, values, valuesOf);
    isBroken ||= !isWhole;
    return found;
  });
  const path = 'missing' in address || isBroken ? null : plainPath(address.path);
  if (path?.split('/').some((part) => part === '.' || part === '..')) return { problem: 'has_dots' };
  return path !== null && path.length > LONGEST_PATH ? { problem: 'too_long' } : { ...page, path };
}

/** The values of the pages above one, from the next to the first. */
function pagesAbove(
  collection: CollectionDocument,
  entry: string,
  values: Values,
  valuesOf: (id: string) => Values | null,
): readonly Values[] | PageProblem {
  const above: Values[] = [];
  const ids = new Set([entry]);
  let last = entry;
  for (let id = parentOf(collection, values); id !== null; id = parentOf(collection, above.at(-1) ?? {})) {
    if (ids.has(id)) return { problem: 'circle', entry: last };
    const found = valuesOf(id);
    if (!found) return { problem: 'parent_missing', entry: id };
    if (above.push(withoutHidden(collection.fields, found)) === MOST_LEVELS) return { problem: 'too_deep' };
    ids.add(id);
    last = id;
  }
  return above;
}

/** The values of the entries that follow each other by a field, as many as there are levels. */
function followed(field: string, values: Values, valuesOf: (id: string) => Values | null) {
  const found: Values[] = [];
  let from = values;
  while (found.length < MOST_LEVELS) {
    const id = ownValue(from, field);
    if (typeof id !== 'string' || id === '') return { found, isWhole: true };
    const next = valuesOf(id);
    if (!next) return { found, isWhole: found.length > 0 };
    found.push(next);
    from = next;
  }
  return { found, isWhole: true };
}

/** Whether a page is where another one is. */
export function isSamePage(a: EntryPage | null, b: EntryPage | null): boolean {
  return a?.path === b?.path && a?.parent === b?.parent && a?.depth === b?.depth;
}

/** The page in published values; null when they have none. */
export function pageIn(published: Values): EntryPage | null {
  return (published[PAGE] as unknown as EntryPage | undefined) ?? null;
}
