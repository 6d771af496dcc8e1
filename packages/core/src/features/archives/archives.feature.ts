import { feature } from '../../domains/feature.ts';
import { withinProject, withUse } from '../../platform/database/tables.ts';
import { archiveHistory } from './archive-history.ts';
import { archiveErrors } from './archives.names.ts';
import { archivesRouter } from './archives.router.ts';
import { replaceNamesInArchives } from './forget-in-archives.ts';

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
  forget: async (services, person, signal) => {
    const archived = await replaceNamesInArchives(services, person, signal);
    services.log.info({ userId: person.id, archived }, 'replaced the names of a deleted person in archives');
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
