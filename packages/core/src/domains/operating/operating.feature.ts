import { feature } from '../feature.ts';
import { operatingRouter } from './operating.router.ts';

export const operatingFeature = feature({
  name: 'operating',
  operations: operatingRouter,
  tag: 'Instance',
});
