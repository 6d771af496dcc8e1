import { rounds } from '@stele/testing/rounds';
import { expect, it } from 'vitest';
import { EVERY_STEP, runKills } from './run-kills.ts';

/** Enough for each step of the work that a lane begins with. */
const KILLS_PER_LANE = rounds({ short: 30, long: 100 });

it('loses nothing acknowledged and puts nothing live half over kills at every write and around each commit', {
  // Only against hangs: each takes seconds on a busy machine.
  timeout: 3_600_000,
}, async () => {
  const lanes = await Promise.all(
    // Each lane begins with the other, so that both have all their steps.
    (['publish', 'restore'] as const).map((first) => runKills({ first, kills: KILLS_PER_LANE })),
  );
  for (const points of lanes) expect(points).toHaveLength(KILLS_PER_LANE);
  expect(new Set(lanes.flat())).toEqual(EVERY_STEP);
});
