import type { EntryListItem } from '@stele/client';

export type Identified = Pick<EntryListItem, 'id' | 'external_id' | 'collection_key'>;

/**
 * External ids for all entries: their own, or for those without one `entry-000001` and so on, in the order of their
 * ids within the collection, passing over ids that are taken.
 *
 * @returns entry id → external id
 */
export function externalIds(entries: readonly Identified[]): Map<string, string> {
  const taken = new Map<string, Set<string>>();
  const ids = new Map<string, string>();
  for (const { id, external_id: own, collection_key: collection } of entries) {
    if (own === null) continue;
    ids.set(id, own);
    taken.set(collection, (taken.get(collection) ?? new Set()).add(own));
  }
  const counters = new Map<string, number>();
  const unnamed = entries.filter((entry) => entry.external_id === null).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, collection_key: collection } of unnamed) {
    let number = counters.get(collection) ?? 0;
    let name: string;
    do {
      name = `entry-${String(++number).padStart(6, '0')}`;
    } while (taken.get(collection)?.has(name));
    counters.set(collection, number);
    ids.set(id, name);
  }
  return ids;
}
