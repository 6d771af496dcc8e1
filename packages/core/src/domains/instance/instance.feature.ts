import { feature } from '../feature.ts';
import { expireRows } from './expire-rows.ts';
import { instanceRouter } from './instance.router.ts';

export const instanceFeature = feature({
  name: 'instance',
  operations: instanceRouter,
  tag: 'Instance',
  about: 'The server itself.',
  jobs: [expireRows],
});
