import { feature } from '../../domains/feature.ts';
import { withinProject, withUse } from '../../platform/database/tables.ts';
import { archiveHistory } from './archive-history.ts';
import { archiveErrors } from './archives.names.ts';
import { archivesRouter } from './archives.router.ts';

export const archivesFeature = feature({
  name: 'archives',
  operations: archivesRouter,
  tag: 'Audit',
  errors: archiveErrors,
  tables: {
    archives: {
      ...withinProject,
      ...withUse,
      kept: 'what was archived is found by them; one stands for thousands of rows',
    },
  },
  jobs: [
    {
      kind: 'archive-history',
      everyMs: 6 * 60 * 60_000,
      run: async ({ signal }, services) => {
        const archived = await archiveHistory(services, signal);
        if (archived > 0) services.log.info({ archived }, 'moved earlier history to storage');
      },
    },
  ],
});
