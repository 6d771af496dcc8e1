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
  const cutter = new Cutter(rule);
  return [...items.flatMap((item) => cutter.add(item)), ...cutter.end()];
}

/** Divides items as `cut` does, but one after the other: it keeps no more of them than fit in one piece. */
export class Cutter<T> {
  readonly #rule: CutRule<T>;
  /** Items that may all belong to one piece. */
  #kept: Hashed<T>[] = [];
  #size = 0;
  /**
   * The hash of the first kept item when the run was divided before it, for it was too large. It would have been divided before
   * any item with a lower hash first, so such an item begins a piece. Null at a natural cut.
   */
  #divider: number | null = null;

  constructor(rule: CutRule<T>) {
    this.#rule = rule;
  }

  /** @returns the pieces that no later item can change any more */
  add(item: T): T[][] {
    const hash = this.#rule.hash(item);
    const isNatural = this.#rule.natural(hash);
    const begins = isNatural || (this.#divider !== null && hash < this.#divider);
    const pieces = begins ? this.end() : [];
    if (begins) this.#divider = isNatural ? null : hash;
    this.#kept.push({ item, hash });
    this.#size += this.#rule.size(item);
    while (this.#kept.length > 1 && !this.#rule.fits(this.#kept.length, this.#size)) {
      // Whatever follows, what holds all of these is too large, and is at last divided before the lowest of them.
      const at = lowestInner(this.#kept);
      pieces.push(...divide(this.#kept.slice(0, at), this.#rule));
      this.#kept = this.#kept.slice(at);
      this.#size = sizeOf(this.#kept, this.#rule);
      this.#divider = this.#kept[0]?.hash ?? null;
    }
    return pieces;
  }

  /** @returns the last pieces */
  end(): T[][] {
    const pieces = this.#kept.length > 0 ? [this.#kept.map(({ item }) => item)] : [];
    this.#kept = [];
    this.#size = 0;
    return pieces;
  }
}

interface Hashed<T> {
  readonly item: T;
  readonly hash: number;
}

function divide<T>(run: readonly Hashed<T>[], rule: CutRule<T>): T[][] {
  if (run.length === 1 || rule.fits(run.length, sizeOf(run, rule))) return [run.map(({ item }) => item)];
  const at = lowestInner(run);
  return [...divide(run.slice(0, at), rule), ...divide(run.slice(at), rule)];
}

/** The first of the items with the lowest hash, but for the first item. */
function lowestInner(run: readonly Hashed<unknown>[]): number {
  let least = 1;
  for (let index = 2; index < run.length; index++) {
    if ((run[index]?.hash ?? 0) < (run[least]?.hash ?? 0)) least = index;
  }
  return least;
}

const sizeOf = <T>(run: readonly Hashed<T>[], rule: CutRule<T>): number =>
  run.reduce((sum, { item }) => sum + rule.size(item), 0);
