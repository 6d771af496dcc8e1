import { expect, it } from 'vitest';
import { KeptResult } from './kept-result.ts';

it('shares one run, keeps failures shortly, and results while new runs fail', async () => {
  let now = 0;
  let runs = 0;
  let isDown = true;
  const work = async () => {
    runs++;
    if (isDown) throw new Error('down');
    return runs;
  };
  const kept = new KeptResult(work, { result: 100, failure: 10 }, () => now);
  const both = await Promise.allSettled([kept.get(), kept.get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(kept.get()).rejects.toThrow('down');
  expect(runs).toBe(1);
  isDown = false;
  now = 10;
  expect(await Promise.all([kept.get(), kept.get()])).toEqual([2, 2]);
  isDown = true;
  now = 110;
  expect([await kept.get(), await kept.get(), runs]).toEqual([2, 2, 3]);
  isDown = false;
  now = 120;
  expect(await kept.get()).toBe(4);
});
