import { feature } from '../../domains/feature.ts';
import { daysAfter, withinProject, withUse } from '../../platform/database/tables.ts';
import { previewLinkActions, previewLinkErrors, previewLinkLimits } from './preview-links.names.ts';
import { previewLinksRouter } from './preview-links.router.ts';

export const previewLinksFeature = feature({
  name: 'previewLinks',
  operations: previewLinksRouter,
  tag: 'Drafts',
  limits: previewLinkLimits,
  errors: previewLinkErrors,
  audit: previewLinkActions,
  tables: {
    preview_links: {
      people: ['created_by'],
      ...withinProject,
      copy: 'left out',
      expires: daysAfter('expires_at', 30),
      ...withUse,
    },
  },
});
