import type { CollectionDocument, SchemaDocument } from '@stele/schema';

/** Collections of one group of the sidebar; null for collections without a group. */
interface CollectionGroup {
  readonly group: string | null;
  readonly collections: readonly CollectionDocument[];
}

/**
 * The collections of a schema by their groups, in the schema's order; those without a group come first.
 *
 * @param reads keys of the collections that one may read; all without it
 */
export function groupsOf(schema: SchemaDocument | null, reads?: readonly string[]): readonly CollectionGroup[] {
  const groups = new Map<string | null, CollectionDocument[]>([[null, []]]);
  for (const collection of schema?.collections ?? []) {
    if (reads && !reads.includes(collection.key)) continue;
    const group = collection.group ?? null;
    groups.set(group, [...(groups.get(group) ?? []), collection]);
  }
  return [...groups].flatMap(([group, collections]) => (collections.length > 0 ? [{ group, collections }] : []));
}
