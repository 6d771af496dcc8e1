import { feature } from '../feature.ts';
import { previewLinkErrors, previewLinkLimits } from './preview-links.names.ts';
import { previewLinksRouter } from './preview-links.router.ts';

export const previewLinksFeature = feature({
  name: 'previewLinks',
  operations: previewLinksRouter,
  tag: 'Drafts',
  limits: previewLinkLimits,
  errors: previewLinkErrors,
});
