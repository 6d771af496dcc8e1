import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { DatabaseClock } from './clock.ts';

afterEach(() => void vi.useRealTimers());

it('goes on evenly when the clock of its machine jumps', async () => {
  const database = await openTestDatabase();
  const clock = await DatabaseClock.start(database.pool);
  const began = clock.now().getTime();
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const jump of [3_600_000, -7_200_000]) {
    vi.setSystemTime(Date.now() + jump);
    expect(Math.abs(clock.now().getTime() - began)).toBeLessThan(1_800_000);
  }
  vi.useRealTimers();
  clock.stop();
  await database.close();
});
