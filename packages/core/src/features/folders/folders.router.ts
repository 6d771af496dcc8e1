import { projectInput } from '../../api/wire.ts';
import { assetLimits } from '../../domains/assets/assets.names.ts';
import { operation, router } from '../../domains/operation.ts';
import { createFolder, deleteFolder, updateFolder } from './change-folder.ts';
import { folderActions, folderErrors } from './folders.names.ts';
import * as schemas from './folders.schemas.ts';
import { toFolderView } from './folders.store.ts';

export const foldersRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/asset-folders',
    summary: 'List folders',
    description: 'All folders, by name. A project has at most a thousand.',
    access: 'asset.read',
    input: projectInput,
    output: schemas.folderListSchema,
    run: async ({ project, services }) => {
      const folders = await services.database.prisma.assetFolder.findMany({
        where: { projectId: project.id },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      });
      return { data: folders.map(toFolderView), next_cursor: null };
    },
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/asset-folders',
    summary: 'Create a folder',
    description: 'In another folder, or at the top level. Names are unique in each folder.',
    access: 'asset.write',
    status: 201,
    errors: [folderErrors['media.folder_name_taken'], folderErrors['media.folder_limit_reached']],
    limits: [{ limit: assetLimits['asset.change'] }],
    idempotent: true,
    audit: [folderActions['asset_folder.create']],
    input: schemas.createFolderInput,
    output: schemas.folderSchema,
    run: createFolder,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/asset-folders/{folderId}',
    summary: 'Rename or move a folder',
    description: 'It moves with its contents. It cannot be moved into one of its own subfolders.',
    access: 'asset.write',
    errors: [folderErrors['media.folder_not_found'], folderErrors['media.folder_name_taken']],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [folderActions['asset_folder.update']],
    input: schemas.updateFolderInput,
    output: schemas.folderSchema,
    run: updateFolder,
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/asset-folders/{folderId}',
    summary: 'Delete an empty folder',
    description: 'Refused for a folder that contains assets or folders.',
    access: 'asset.write',
    errors: [folderErrors['media.folder_not_found'], folderErrors['media.folder_not_empty']],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [folderActions['asset_folder.delete']],
    input: schemas.deleteFolderInput,
    output: schemas.folderSchema,
    run: deleteFolder,
  }),
});
