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
 * Puts the entries of a file in the file's order, before all others of the collection. If none of them is new, it does so only while no one
 * has moved them: an earlier import may have been stopped before that.
 *
 * @param isNew whether this import created some of them
 */
export async function restoreOrder(
  api: ProjectClient,
  collection: string,
  entries: readonly PlacedEntry[],
  isNew: boolean,
): Promise<void> {
  const wanted = [...entries].sort((a, b) => a.order - b.order).map(({ id }) => id);
  const imported = new Set(wanted);
  const present: string[] = [];
  let isMoved = false;
  const query = { collection, sort: 'position', include: 'position' } as const;
  for await (const { id, position } of api.list('/entries', { params: { query } })) {
    if (!imported.has(id)) continue;
    present.push(id);
    isMoved ||= position !== id.replace('ent_', '');
  }
  if (present.join() === wanted.join() || (isMoved && !isNew)) return;
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const entry_ids = wanted.slice(from, from + AT_ONCE);
    const body = { collection_key: collection, entry_ids, after: wanted[from - 1] ?? null };
    await api.post('/entries/order', { body });
  }
}
