import type { Values } from '@/values/values.ts';

/** What of two sides' changes of a base is left when they're merged. */
type MergeValues = (base: Values, mine: Values, theirs: Values) => Values;

/** What was typed here and given up in favour of others, until each is saved as a version. */
export class GivenUp {
  readonly #merge: MergeValues;
  #values: readonly Values[] = [];

  constructor(merge: MergeValues) {
    this.#merge = merge;
  }

  /** All of them, in the order in which they're to be saved. */
  get all(): readonly Values[] {
    return this.#values;
  }

  add(values: Values): void {
    this.#values = [...this.#values, values];
  }

  /** Puts what an earlier session left before all others. */
  recover(left: readonly Values[], base: Values, theirs: Values): void {
    this.#values = [...this.#carried(left, base, theirs), ...this.#values];
  }

  /** Takes over what others made of what these were typed over: to save them takes nothing of theirs back. */
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
