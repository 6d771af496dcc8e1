import { feature } from '../feature.ts';
import { previewLinksRouter } from './preview-links.router.ts';

export const previewLinksFeature = feature({
  name: 'previewLinks',
  operations: previewLinksRouter,
  tag: 'Drafts',
});
