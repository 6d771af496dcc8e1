import type { EntryFacts } from './options.ts';

/**
 * Entries of `getCollection()` in the order of their collection in Stele: by the field that its schema names, or as editors
 * dragged them. Astro gives them by their ids.
 *
 * @param entries of a collection that `steleLoader` fills without `frontMatter`
 */
export function sorted<One extends { readonly data: { readonly _entry: Pick<EntryFacts, 'position'> } }>(
  entries: readonly One[],
): One[] {
  return [...entries].sort((a, b) => a.data._entry.position - b.data._entry.position);
}
