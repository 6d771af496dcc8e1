import { feature } from '../feature.ts';
import { buildsRouter } from './builds.router.ts';

export const buildsFeature = feature({
  name: 'builds',
  operations: buildsRouter,
  tag: 'Deployments',
});
