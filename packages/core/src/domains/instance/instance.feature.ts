import { feature } from '../feature.ts';
import { expireRows } from './expire-rows.ts';
import { instanceErrors, instanceLimits } from './instance.names.ts';
import { instanceRouter } from './instance.router.ts';
import { resealAll } from './reseal-secrets.ts';

export const instanceFeature = feature({
  name: 'instance',
  operations: instanceRouter,
  tag: 'Instance',
  about: 'The server itself.',
  limits: instanceLimits,
  errors: instanceErrors,
  jobs: [expireRows, resealAll],
});
