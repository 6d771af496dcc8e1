/** Something with a key, and perhaps a former one. */
interface Keyed {
  readonly key: string;
  readonly renamed_from?: string;
}

/** Finds a rename that was asked for to a key, from one of the keys that `isFree` holds for. */
type FindRename = (to: string, isFree: (from: string) => boolean) => string | undefined;

/**
 * Each item's predecessor: the one of the same key, or else the one that it was renamed from. The renamed one must be gone from
 * its old key, and moves to one new key only: to the one that was asked for, or the first that names it.
 *
 * @returns new key → item before
 */
export function matchKeys<Item extends Keyed>(
  was: readonly Item[],
  now: readonly Keyed[],
  findRename: FindRename,
): Map<string, Item> {
  const keys = new Set(now.map(({ key }) => key));
  const free = new Map(was.filter(({ key }) => !keys.has(key)).map((item) => [item.key, item]));
  const found = new Map(was.filter(({ key }) => keys.has(key)).map((item) => [item.key, item]));
  const claim = (key: string, from: string | undefined): void => {
    const item = from === undefined ? undefined : free.get(from);
    if (!item) return;
    found.set(key, item);
    free.delete(item.key);
  };
  const open = (): readonly Keyed[] => now.filter(({ key }) => !found.has(key));
  for (const { key } of open())
    claim(
      key,
      findRename(key, (from) => free.has(from)),
    );
  for (const { key, renamed_from } of open()) claim(key, renamed_from);
  return found;
}
