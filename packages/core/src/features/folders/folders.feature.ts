import { feature } from '../../domains/feature.ts';
import { boundedRows, withProject } from '../../platform/database/tables.ts';
import { folderActions, folderErrors } from './folders.names.ts';
import { foldersRouter } from './folders.router.ts';

export const foldersFeature = feature({
  name: 'folders',
  operations: foldersRouter,
  tag: 'Assets',
  errors: folderErrors,
  audit: folderActions,
  tables: {
    asset_folders: { ...withProject, ...boundedRows },
  },
});
