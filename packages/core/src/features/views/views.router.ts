import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../../domains/operation.ts';
import { createView, deleteView, updateView } from './change-view.ts';
import { viewActions, viewErrors, viewLimits } from './views.names.ts';
import * as schemas from './views.schemas.ts';
import { isReadableView, toViewView } from './views.store.ts';

export const viewsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/views',
    summary: 'List saved views',
    description: 'All named filters of the list of entries, those that all members share and your own, in their order.',
    access: 'entry.read',
    input: projectInput,
    output: schemas.viewListSchema,
    run: async (ctx) => {
      const views = await ctx.services.database.prisma.savedView.findMany({
        where: { projectId: ctx.project.id },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      });
      return { data: views.filter((view) => isReadableView(ctx, view)).map(toViewView), next_cursor: null };
    },
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/views',
    summary: 'Save a view',
    description:
      'A project has at most a hundred shared ones, and a hundred of each member. It comes last unless `position` says otherwise. ' +
      'Shared ones need `entry.write`.',
    access: 'entry.read',
    status: 201,
    errors: [viewErrors['view.limit_reached']],
    limits: [{ limit: viewLimits['view.change'] }],
    idempotent: true,
    audit: [viewActions['view.create']],
    input: schemas.createViewInput,
    output: schemas.viewSchema,
    run: createView,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/views/{viewId}',
    summary: 'Change a saved view',
    description:
      'Changes the fields that are sent, and nothing else. Only its maker can make it private. Shared ones need `entry.write`.',
    access: 'entry.read',
    errors: [viewErrors['view.not_found'], viewErrors['view.limit_reached']],
    limits: [{ limit: viewLimits['view.change'] }],
    audit: [viewActions['view.update']],
    input: schemas.updateViewInput,
    output: schemas.viewSchema,
    run: updateView,
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/views/{viewId}',
    summary: 'Delete a saved view',
    description: 'A shared one is deleted for all members, and needs `entry.write`. Entries are not affected.',
    access: 'entry.read',
    errors: [viewErrors['view.not_found']],
    limits: [{ limit: viewLimits['view.change'] }],
    audit: [viewActions['view.delete']],
    input: schemas.deleteViewInput,
    output: schemas.viewSchema,
    run: deleteView,
  }),
});
