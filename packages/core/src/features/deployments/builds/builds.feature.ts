import { feature } from '../../../domains/feature.ts';
import { buildLimits } from './builds.names.ts';
import { buildsRouter } from './builds.router.ts';

export const buildsFeature = feature({
  name: 'builds',
  operations: buildsRouter,
  tag: 'Deployments',
  limits: buildLimits,
});
