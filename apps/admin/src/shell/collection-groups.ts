import type { CollectionDocument, SchemaDocument } from '@stele/schema';

/** Collections of one group of the sidebar; null for collections without a group. */
interface CollectionGroup {
  readonly group: string | null;
  readonly collections: readonly CollectionDocument[];
}

/** The collections of a schema by their groups, in the schema's order; those without a group come first. */
export function groupsOf(schema: SchemaDocument | null): readonly CollectionGroup[] {
  const groups = new Map<string | null, CollectionDocument[]>([[null, []]]);
  for (const collection of schema?.collections ?? []) {
    const group = collection.group ?? null;
    groups.set(group, [...(groups.get(group) ?? []), collection]);
  }
  return [...groups].flatMap(([group, collections]) => (collections.length > 0 ? [{ group, collections }] : []));
}
