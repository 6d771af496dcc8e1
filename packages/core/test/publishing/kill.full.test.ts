// @module-tag full
import { expect, it } from 'vitest';
import { runKills } from './run-kills.ts';

/** Of each work, the last step before it counts, and the first after. All steps are in the long test. */
const STEPS = [
  'publish commit:before',
  'publish commit:after',
  'restore commit:before',
  'restore commit:after',
] as const;

it('loses nothing acknowledged and puts nothing live half when it is killed around any commit', async () => {
  expect(await runKills({ kills: STEPS })).toEqual(STEPS);
});
