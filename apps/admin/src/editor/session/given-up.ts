import type { Values } from '@/values/values.ts';

/** Merges two sides' changes of a base. */
type MergeValues = (base: Values, mine: Values, theirs: Values) => Values;

/** Values typed here and given up in favour of others, until each is saved as a version. */
export class GivenUp {
  readonly #merge: MergeValues;
  #values: readonly Values[] = [];

  constructor(merge: MergeValues) {
    this.#merge = merge;
  }

  /** All values, in the order in which they're to be saved. */
  get all(): readonly Values[] {
    return this.#values;
  }

  add(values: Values): void {
    this.#values = [...this.#values, values];
  }

  /** Puts the values of an earlier session before all others. */
  recover(left: readonly Values[], base: Values, theirs: Values): void {
    this.#values = [...this.#carried(left, base, theirs), ...this.#values];
  }

  /** Rebases the values on the changes of others, so that saving them takes none of those changes back. */
  carry(base: Values, theirs: Values): void {
    this.#values = this.#carried(this.#values, base, theirs);
  }

  /** One was saved as a version, or can't be. */
  forget(values: Values | null): void {
    this.#values = this.#values.filter((one) => one !== values);
  }

  #carried(all: readonly Values[], base: Values, theirs: Values): readonly Values[] {
    return all.map((one) => this.#merge(base, one, theirs));
  }
}
