import { feature } from '../feature.ts';
import { assetVersionErrors } from './asset-versions.names.ts';
import { assetVersionsRouter } from './asset-versions.router.ts';

export const assetVersionsFeature = feature({
  name: 'assetVersions',
  operations: assetVersionsRouter,
  tag: 'Assets',
  errors: assetVersionErrors,
});
