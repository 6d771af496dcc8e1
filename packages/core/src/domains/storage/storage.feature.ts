import { feature } from '../feature.ts';
import { storageRouter } from './storage.router.ts';

export const storageFeature = feature({
  name: 'storage',
  operations: storageRouter,
  tag: 'Assets',
});
