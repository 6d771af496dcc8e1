import fc from 'fast-check';

/**
 * Decisions for a generator, drawn one by one: once they run out each is the first, which is the simplest. As a list of
 * numbers shrinks, so does what is made of them.
 */
export class Draw {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to below `end`. */
  int(end: number): number {
    const number = this.#numbers[this.#next++] ?? 0;
    return end > 0 ? number % end : 0;
  }

  /** A whole number from `least` to `greatest`. */
  between(least: number, greatest: number): number {
    return least + this.int(greatest - least + 1);
  }

  /** True one time in some. */
  chance(times: number): boolean {
    return this.int(times) === times - 1;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Some of the items, in another order. */
  some<Item>(items: readonly Item[], least: number, greatest = items.length): Item[] {
    const left = [...items];
    const count = this.between(least, Math.max(least, Math.min(greatest, items.length)));
    return Array.from({ length: Math.min(count, items.length) }, () => left.splice(this.int(left.length), 1)).flat();
  }
}

/** Draws of at most some decisions. */
export function draws(length = 200): fc.Arbitrary<Draw> {
  return fc
    .array(fc.nat({ max: 0xffff }), { maxLength: length, minLength: 0, size: 'max' })
    .map((numbers) => new Draw(numbers));
}

/** Values generated for a test, from draws of their own so that each shrinks by itself. */
export function drawn<Made>(make: (...all: [Draw, Draw, Draw]) => Made): fc.Arbitrary<Made> {
  return fc.tuple(draws(250), draws(80), draws(250)).map((all) => make(...all));
}
