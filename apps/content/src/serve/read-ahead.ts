/**
 * Limits how many items all readers together may load ahead. A reader without a share still loads one item at a time, so the budget
 * limits memory, but never blocks a reader.
 */
export class ReadAheadBudget {
  #left: number;

  constructor(items: number) {
    this.#left = items;
  }

  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  giveBack(items: number): void {
    this.#left += items;
  }
}

/**
 * Loads items in order, at most `depth` at once, as far as the budget allows: while the consumer is busy with one, the next ones
 * load. Loading stops when the consumer does.
 */
export async function* readAhead<Item, Loaded>(
  items: AsyncIterable<Item> | Iterable<Item>,
  load: (item: Item) => Promise<Loaded>,
  depth: number,
  budget: ReadAheadBudget,
): AsyncGenerator<Loaded> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const loading: Promise<Loaded>[] = [];
  let exhausted = false;
  let shares = 0;
  /** The first loading item needs no share. */
  const giveBackUnneeded = (): void => {
    const needed = Math.max(0, loading.length - 1);
    budget.giveBack(shares - needed);
    shares = needed;
  };
  try {
    for (;;) {
      while (!exhausted && loading.length < depth) {
        if (loading.length > 0) {
          if (!budget.take()) break;
          shares += 1;
        }
        const next = await iterator.next();
        if (next.done) exhausted = true;
        else loading.push(watched(load(next.value)));
      }
      const first = loading.shift();
      giveBackUnneeded();
      if (first === undefined) return;
      yield await first;
    }
  } finally {
    budget.giveBack(shares);
    await iterator.return?.();
  }
}

/** A load that fails when no one waits for it any more must not end the process. */
function watched<Loaded>(load: Promise<Loaded>): Promise<Loaded> {
  load.catch(() => {});
  return load;
}
