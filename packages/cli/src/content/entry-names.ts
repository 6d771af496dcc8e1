import type { EntryListItem } from '@stele/client';

export type Identified = Pick<EntryListItem, 'id' | 'external_id' | 'collection_key'>;

/**
 * The names of entries in files: their external ids, and ids of entries without one. Both are an entry's own for ever. A copy
 * gets the name as its external id, so it has the same name. An external id that is the id of another entry names the latter.
 *
 * @returns entry id → name
 */
export function entryNames(entries: Iterable<Identified>): Map<string, string> {
  const all = [...entries];
  const ids = new Set(all.map(({ id, collection_key: key }) => `${key}\n${id}`));
  return new Map(
    all.map(({ id, external_id: own, collection_key: key }) => {
      return [id, own === null || ids.has(`${key}\n${own}`) ? id : own] as const;
    }),
  );
}

/** Names that earlier releases gave by place: another file may give the same one to another entry. */
export function isNumbered(name: string): boolean {
  return /^entry-\d{6,}$/.test(name);
}
