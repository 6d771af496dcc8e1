import { feature } from '../../domains/feature.ts';
import { operatingRouter } from './operating.router.ts';

export const operatingFeature = feature({
  name: 'operating',
  operations: operatingRouter,
  tag: 'Instance',
});
