import type { ProjectClient } from '@stele/client';

/** How many entries one call moves. */
const AT_ONCE = 500;

/** An imported entry of a collection that is ordered by hand. */
export interface PlacedEntry {
  readonly id: string;
  /** The entry's place among those of the file. */
  readonly order: number;
  /** Whether this import created it. */
  readonly isNew: boolean;
}

/**
 * Puts the entries of a file in the file's order, before all others of the collection. Where somebody has moved one of them, or an
 * earlier import has, only those that are new are moved: each behind the one that it follows in the file. So are those that an earlier
 * import didn't come to move, because it was stopped.
 */
export async function restoreOrder(
  api: ProjectClient,
  collection: string,
  entries: readonly PlacedEntry[],
): Promise<void> {
  const sorted = [...entries].sort((a, b) => a.order - b.order);
  const wanted = sorted.map(({ id }) => id);
  const imported = new Set(wanted);
  const present = new Map<string, number>();
  const moved = new Set<string>();
  const query = { collection, sort: 'position', include: 'position' } as const;
  for await (const { id, position } of api.list('/entries', { params: { query } })) {
    if (!imported.has(id)) continue;
    present.set(id, present.size);
    if (position !== id.replace('ent_', '')) moved.add(id);
  }
  if ([...present.keys()].join() === wanted.join()) return;
  const isMoved = moved.size > 0;
  const leftBehind = leftBehindIn(wanted, present, moved);
  const isNew = sorted.map((entry) => entry.isNew || leftBehind.has(entry.id));
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

/**
 * Entries that no one has moved, behind at least as many as one call moves that are as a call leaves them: an import was stopped between
 * its calls.
 *
 * @param present id → place among the entries of the file, as they are now
 */
function leftBehindIn(
  wanted: readonly string[],
  present: ReadonlyMap<string, number>,
  moved: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  let inOrder = 0;
  let before: string | undefined;
  for (const id of wanted) {
    if (moved.has(id)) {
      const follows = before !== undefined && present.get(id) === (present.get(before) ?? 0) + 1;
      inOrder = follows ? inOrder + 1 : 1;
      before = id;
    } else if (inOrder >= AT_ONCE) found.add(id);
  }
  return found;
}
