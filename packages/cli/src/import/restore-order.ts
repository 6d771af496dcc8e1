import type { ProjectClient } from '@stele/client';

/** How many entries one call moves. */
const AT_ONCE = 500;

/** An imported entry of a collection that is ordered by hand. */
export interface PlacedEntry {
  readonly id: string;
  /** Its place among the entries of the file. */
  readonly order: number;
  /** Whether this import created it. */
  readonly isNew: boolean;
}

/**
 * Puts the entries of a file in the file's order, before all others of the collection. Where somebody has moved one of them, or an
 * earlier import has, only those that are new are moved: each behind the one that it follows in the file.
 */
export async function restoreOrder(
  api: ProjectClient,
  collection: string,
  entries: readonly PlacedEntry[],
): Promise<void> {
  const sorted = [...entries].sort((a, b) => a.order - b.order);
  const wanted = sorted.map(({ id }) => id);
  const imported = new Set(wanted);
  const present: string[] = [];
  let isMoved = false;
  const query = { collection, sort: 'position', include: 'position' } as const;
  for await (const { id, position } of api.list('/entries', { params: { query } })) {
    if (!imported.has(id)) continue;
    present.push(id);
    isMoved ||= position !== id.replace('ent_', '');
  }
  if (present.join() === wanted.join()) return;
  const isNew = sorted.map((entry) => entry.isNew);
  for (let from = 0; from < wanted.length; ) {
    let to = from + 1;
    while (to < wanted.length && to - from < AT_ONCE && (!isMoved || isNew[to] === isNew[from])) to++;
    if (!isMoved || isNew[from]) {
      const body = { collection_key: collection, entry_ids: wanted.slice(from, to), after: wanted[from - 1] ?? null };
      await api.post('/entries/order', { body });
    }
    from = to;
  }
}
