/** What `cut` must know of the items that it divides. */
export interface CutRule<T> {
  /** A well-spread 32-bit hash of the item's identity. */
  hash(item: T): number;
  /** Whether an item with this hash always begins a new piece. */
  natural(hash: number): boolean;
  /** Size of an item, in whatever unit `fits` counts. */
  size(item: T): number;
  /** Whether consecutive items of this count and total size fit in one piece. */
  fits(count: number, size: number): boolean;
}

/**
 * Divides items into pieces at places that the items themselves decide, so that a change moves only boundaries close
 * to it. Pieces begin at every natural cut. A run between natural cuts that doesn't fit is divided before its inner
 * item of least hash, and each part again, until all parts fit; an item that doesn't fit is alone. The division is
 * that of a treap over the hashes: an insertion or removal alters only the pieces along one path, wherever in the run
 * it happens, whereas filling pieces greedily would shift every later boundary of the run.
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
