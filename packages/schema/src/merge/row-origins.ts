import type { Values } from '../document.ts';
import { changesBetween, type MergeBudget } from './merge-sequences.ts';
import { mostAlike } from './row-likeness.ts';
import { nameOfJson } from './same-json.ts';

/** Rows of a side, and the row of the base that each one is. */
export class RowOrigins {
  readonly rows: readonly Values[];
  /** The text of each row, apart from its `_key`. */
  readonly texts: readonly string[];
  /** Index in the base; undefined for a row that the side added. */
  readonly origins: (number | undefined)[];
  readonly #base: readonly Values[];
  readonly #baseTexts: readonly string[];
  /** Rows of the base that no row of the side is yet. */
  readonly #left: Set<number>;

  private constructor(rows: readonly Values[], base: readonly Values[]) {
    this.rows = rows;
    this.texts = rows.map(contentOf);
    this.origins = Array.from({ length: rows.length });
    this.#base = base;
    this.#baseTexts = base.map(contentOf);
    this.#left = new Set(base.keys());
  }

  /**
   * Finds the rows of the base in those of a side: by `_key`, then those that stayed in their order, then those that went
   * elsewhere, and at last those that changed.
   *
   * @returns null when that takes more than the budget
   */
  static find(rows: readonly Values[], base: readonly Values[], budget: MergeBudget): RowOrigins | null {
    const found = new RowOrigins(rows, base);
    found.#pairByKey();
    if (!found.#pairInOrder(budget)) return null;
    found.#pairMoved();
    return found.#pairChanged(budget) ? found : null;
  }

  /** The texts of the rows that the side added. */
  get added(): readonly string[] {
    return this.texts.filter((_, at) => this.origins[at] === undefined);
  }

  #pair(at: number, from: number | undefined): void {
    if (from !== undefined && this.origins[at] === undefined && this.#left.delete(from)) this.origins[at] = from;
  }

  #pairByKey(): void {
    const keys = new Map(this.#base.flatMap(({ _key }, at) => (_key === undefined ? [] : [[_key, at]])));
    for (const [at, { _key }] of this.rows.entries()) if (_key !== undefined) this.#pair(at, keys.get(_key));
  }

  #pairInOrder(budget: MergeBudget): boolean {
    const known = new Set(this.origins);
    const changes = changesBetween(
      this.#baseTexts.map((text, from) => (known.has(from) ? nameOfRow(from) : text)),
      this.texts.map((text, at) => (this.origins[at] === undefined ? text : nameOfRow(this.origins[at]))),
      { nameOf: (name) => name },
      budget,
    );
    if (!changes) return false;
    let [from, at] = [0, 0];
    for (const change of [...changes, { from: this.#base.length, to: this.#base.length, items: [] }]) {
      while (from < change.from) this.#pair(at++, from++);
      from = change.to;
      at += change.items.length;
    }
    return true;
  }

  #pairMoved(): void {
    const moved = new Map<string, number[]>();
    for (const from of [...this.#left].reverse()) {
      const text = this.#baseTexts[from] ?? '';
      const same = moved.get(text);
      if (same) same.push(from);
      else moved.set(text, [from]);
    }
    for (const [at, text] of this.texts.entries()) {
      if (this.origins[at] === undefined) this.#pair(at, moved.get(text)?.pop());
    }
  }

  #pairChanged(budget: MergeBudget): boolean {
    const own = [...this.rows.keys()].filter((at) => this.origins[at] === undefined);
    const before = [...this.#left];
    budget.spendOnPairs(
      this.added,
      this.#baseTexts.filter((_, from) => this.#left.has(from)),
    );
    if (budget.changes === 0) return false;
    const rowsAt = (rows: readonly Values[], places: readonly number[]) => places.map((at) => rows[at] ?? {});
    for (const [n, m] of mostAlike(rowsAt(this.rows, own), rowsAt(this.#base, before))) {
      this.#pair(own[n] ?? 0, before[m]);
    }
    return true;
  }
}

/** A name that only the row at this place of the base has. */
export function nameOfRow(at: number): string {
  return `row ${at}`;
}

function contentOf({ _key, ...content }: Values): string {
  return nameOfJson(content);
}
