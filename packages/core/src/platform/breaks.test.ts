import { expect, it } from 'vitest';
import { Breaks } from './breaks.ts';

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
