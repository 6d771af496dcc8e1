import { expect, it } from 'vitest';
import { Breaks, nextTurn } from './breaks.ts';

it('others go on once the work has held them up for a while', async () => {
  const breaks = new Breaks();
  for (let round = 1; round <= 3; round += 1) {
    let others = 0;
    setImmediate(() => {
      others += 1;
    });
    const start = performance.now();
    while (performance.now() - start < 15);
    expect(others).toBe(0);
    await breaks.take();
    expect(others).toBe(1);
  }
});

it('works that take a break at the same moment go on one after another, with others in between', async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all([1, 2, 3].map(() => nextTurn().then(() => turn)));
  isOver = true;
  expect(new Set(turns).size).toBe(3);
});
