import { feature } from '../../domains/feature.ts';
import { assetTagsRouter } from './asset-tags.router.ts';

export const assetTagsFeature = feature({ name: 'assetTags', operations: assetTagsRouter, tag: 'Assets' });
