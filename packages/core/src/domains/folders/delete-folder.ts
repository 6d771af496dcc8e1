import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { FolderView } from './folders.schemas.ts';
import { isFolderEmpty, lockFolderInProject, toFolderView } from './folders.store.ts';

/**
 * Removes an empty folder. Its assets in the trash are in no folder from then on.
 *
 * @throws ApiError `media.folder_not_found`, `media.folder_not_empty`
 */
export async function deleteFolder(ctx: ProjectContext, { folderId }: { folderId: string }): Promise<FolderView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    // A transaction that puts an asset into the folder holds a shared lock on it.
    const folder = await lockFolderInProject(tx, projectId, folderId);
    if (!(await isFolderEmpty(tx, folderId))) throw new ApiError('media.folder_not_empty');
    await tx.assetFolder.delete({ where: { id: folderId } });
    const data = { name: folder.name, parent_id: folder.parentId };
    return { answer: toFolderView(folder), audit: { action: 'asset_folder.delete', targetId: folderId, data } };
  });
}
