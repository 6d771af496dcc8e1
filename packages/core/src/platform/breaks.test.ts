import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTurn, takeBreak } from './breaks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Work that holds up others for so long, by the clock of the test. */
const work = (ms: number): void => void vi.advanceTimersByTime(ms);

/** Counts the turns that others had. */
function countTurns(): { readonly turns: number; end(): void } {
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return {
    get turns() {
      return turns;
    },
    end: () => {
      isOver = true;
    },
  };
}

it('others go on once the work has held them up for a while', async () => {
  await nextTurn();
  const others = countTurns();
  for (let round = 1; round <= 3; round += 1) {
    const before = others.turns;
    work(5);
    await takeBreak();
    expect(others.turns).toBe(before);
    work(10);
    await takeBreak();
    expect(others.turns).toBeGreaterThan(before);
  }
  others.end();
});

it('all works of a turn count together', async () => {
  await nextTurn();
  const others = countTurns();
  const begin = async (): Promise<void> => {
    work(6);
    await takeBreak();
  };
  await Promise.all([begin(), begin()]);
  expect(others.turns).toBeGreaterThan(0);
  others.end();
});

it('works that take a break at the same moment go on one after another, with others in between', async () => {
  const others = countTurns();
  const turns = await Promise.all([1, 2, 3].map(() => nextTurn().then(() => others.turns)));
  others.end();
  expect(new Set(turns).size).toBe(3);
});
