/** Facts about items for `cut`. */
export interface CutRule<T> {
  /** A uniformly distributed 32-bit hash of the item's identity. */
  hash(item: T): number;
  /** Whether an item with this hash always begins a new piece. */
  natural(hash: number): boolean;
  /** Size of an item, in whatever unit `fits` counts. */
  size(item: T): number;
  /** Whether consecutive items with this count and total size fit in one piece. */
  fits(count: number, size: number): boolean;
}

/**
 * Content-defined chunking: divides items into pieces by the hashes of the items, so that a change only moves boundaries close to
 * it. A piece begins at every natural cut. If a run between natural cuts is too large, it's divided before its inner item with the
 * lowest hash, and each part again, until all parts fit; an item that is too large is alone. This is the division of a treap over
 * the hashes: an insertion or removal only changes the pieces along one path, whereas filling pieces greedily would shift all later
 * boundaries of the run.
 */
export function cut<T>(items: readonly T[], rule: CutRule<T>): T[][] {
  const hashes = items.map((item) => rule.hash(item));
  const pieces: T[][] = [];
  let start = 0;
  for (let index = 1; index <= items.length; index++) {
    const hash = hashes[index];
    if (hash === undefined || rule.natural(hash)) {
      divide(items, hashes, start, index, rule, pieces);
      start = index;
    }
  }
  return pieces;
}

function divide<T>(
  items: readonly T[],
  hashes: readonly number[],
  from: number,
  to: number,
  rule: CutRule<T>,
  pieces: T[][],
): void {
  const pending: [number, number][] = [[from, to]];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const [start, end] = range;
    const run = items.slice(start, end);
    if (run.length === 0) continue;
    const size = run.reduce((sum, item) => sum + rule.size(item), 0);
    if (run.length === 1 || rule.fits(run.length, size)) {
      pieces.push(run);
      continue;
    }
    let least = start + 1;
    for (let index = start + 2; index < end; index++) {
      if ((hashes[index] ?? 0) < (hashes[least] ?? 0)) least = index;
    }
    pending.push([least, end], [start, least]);
  }
}
