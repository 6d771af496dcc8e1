import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const folderErrors = declareErrors({
  'media.folder_not_found': { status: 404, message: 'There is no such folder.' },
  'media.folder_name_taken': { status: 409, message: 'A folder in the same place already has this name.' },
  'media.folder_not_empty': { status: 409, message: 'The folder holds assets or other folders. Move them first.' },
  'media.folder_limit_reached': { status: 409, message: 'The project has reached its limit of folders.' },
});

export const folderActions = declareActions({
  'asset_folder.create': {},
  'asset_folder.update': {},
  'asset_folder.delete': {},
});
