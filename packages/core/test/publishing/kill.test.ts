import { expect, it } from 'vitest';
import { EVERY_STEP, runKills } from './run-kills.ts';

it('loses nothing acknowledged and puts nothing live half when it is killed at any write or around any commit', async () => {
  const lanes = (['publish', 'restore'] as const).map((first) => runKills({ first, kills: 'one of each kind' }));
  expect(new Set((await Promise.all(lanes)).flat())).toEqual(EVERY_STEP);
});
