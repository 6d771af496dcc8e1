import { describe, expect, it } from 'vitest';
import { ReadAheadBudget, readAhead } from '../src/serve/read-ahead.ts';

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

/** Loads that are done when they are told to be. */
class Loads {
  readonly started: number[] = [];
  readonly #finish = new Map<number, () => void>();
  load = (n: number): Promise<number> => {
    this.started.push(n);
    return new Promise((resolve) => this.#finish.set(n, () => resolve(n)));
  };
  finish(...items: number[]): void {
    for (const item of items) this.#finish.get(item)?.();
  }
}

/** How many shares are left. */
function left(budget: ReadAheadBudget): number {
  let count = 0;
  while (budget.take()) count += 1;
  budget.giveBack(count);
  return count;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

describe('reading ahead', () => {
  it('keeps the order, whichever load is done first', async () => {
    const loads = new Loads();
    const reading = collect(readAhead(numbers(3), loads.load, 3, new ReadAheadBudget(10)));
    await Promise.resolve();
    while (loads.started.length < 3) await new Promise((resolve) => setImmediate(resolve));
    loads.finish(2, 1, 0);
    expect(await reading).toEqual([0, 1, 2]);
  });

  it('loads no more than its depth, and nothing while the consumer is busy', async () => {
    const started: number[] = [];
    const load = async (n: number): Promise<number> => {
      started.push(n);
      return n;
    };
    const reading = readAhead(numbers(100), load, 4, new ReadAheadBudget(100));
    expect(started).toEqual([]);
    await reading.next();
    expect(started).toEqual([0, 1, 2, 3]);
    await reading.next();
    expect(started).toEqual([0, 1, 2, 3, 4]);
    await reading.return(undefined);
    expect(started).toHaveLength(5);
  });

  it('shares the budget, and goes on one by one without a share', async () => {
    const budget = new ReadAheadBudget(2);
    const load = async (n: number): Promise<number> => n;
    const first = readAhead(numbers(20), load, 8, budget);
    await first.next();
    expect(left(budget)).toBe(1);
    const second = readAhead(numbers(20), load, 8, budget);
    await second.next();
    const third = collect(readAhead(numbers(20), load, 8, budget));
    expect(await third).toEqual(numbers(20));
    expect(await collect(first)).toEqual(numbers(20).slice(1));
    expect(await collect(second)).toEqual(numbers(20).slice(1));
    expect(left(budget)).toBe(2);
  });

  it('gives its shares back when the consumer stops, when a load fails and when its source fails', async () => {
    const budget = new ReadAheadBudget(5);
    const load = async (n: number): Promise<number> => {
      if (n === 3) throw new Error('no third');
      return n;
    };
    const stopped = readAhead(numbers(20), load, 6, budget);
    await stopped.next();
    await stopped.return(undefined);
    expect(left(budget)).toBe(5);
    await expect(collect(readAhead(numbers(20), load, 6, budget))).rejects.toThrow('no third');
    expect(left(budget)).toBe(5);
    async function* source(): AsyncGenerator<number> {
      yield* [0, 1];
      throw new Error('no more');
    }
    await expect(collect(readAhead(source(), load, 6, budget))).rejects.toThrow('no more');
    expect(left(budget)).toBe(5);
  });

  it('ends its source when the consumer stops', async () => {
    let ended = false;
    async function* source(): AsyncGenerator<number> {
      try {
        yield* numbers(20);
      } finally {
        ended = true;
      }
    }
    const reading = readAhead(source(), async (n) => n, 3, new ReadAheadBudget(5));
    await reading.next();
    await reading.return(undefined);
    expect(ended).toBe(true);
  });
});
