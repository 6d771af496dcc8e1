import type { ProjectClient } from '@stele/client';

/** How many entries one call moves. */
const AT_ONCE = 500;

/** An imported entry of a collection that is ordered by hand. */
export interface PlacedEntry {
  readonly id: string;
  /** Its place among the entries of the file. */
  readonly order: number;
}

/**
 * Puts the entries of a file in the file's order, before all others of the collection. To be called only by an import
 * that created some of them: what an earlier one created may have been ordered by hand since.
 */
export async function restoreOrder(
  api: ProjectClient,
  collection: string,
  entries: readonly PlacedEntry[],
): Promise<void> {
  const wanted = [...entries].sort((a, b) => a.order - b.order).map(({ id }) => id);
  const imported = new Set(wanted);
  const present: string[] = [];
  for await (const { id } of api.list('/entries', { params: { query: { collection, sort: 'position' } } })) {
    if (imported.has(id)) present.push(id);
  }
  if (present.join() === wanted.join()) return;
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const entry_ids = wanted.slice(from, from + AT_ONCE);
    const body = { collection_key: collection, entry_ids, after: wanted[from - 1] ?? null };
    await api.post('/entries/order', { body });
  }
}
