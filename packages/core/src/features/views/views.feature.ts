import { feature } from '../../domains/feature.ts';
import { boundedRows, withinProject } from '../../platform/database/tables.ts';
import { viewActions, viewErrors, viewLimits } from './views.names.ts';
import { viewsRouter } from './views.router.ts';

export const viewsFeature = feature({
  name: 'views',
  operations: viewsRouter,
  tag: 'Saved views',
  about: 'Named filters of the list of entries.',
  limits: viewLimits,
  errors: viewErrors,
  audit: viewActions,
  tables: {
    saved_views: {
      people: ['created_by'],
      ofMember: { owner: 'created_by', where: 'is_private' },
      ...withinProject,
      ...boundedRows,
    },
  },
});
