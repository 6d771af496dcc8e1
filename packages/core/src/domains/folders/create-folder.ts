import { write } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { CreateFolderInput, FolderView } from './folders.schemas.ts';
import { checkParent, leaveRoomForFolder, toFolderView, withFreeName } from './folders.store.ts';

/**
 * Makes a folder.
 *
 * @throws ApiError `validation_failed` for a parent that doesn't exist, `media.folder_name_taken`, `media.folder_limit_reached`
 */
export async function createFolder(
  ctx: ProjectContext,
  { name, parent_id: parentId }: Omit<CreateFolderInput, 'projectId'>,
): Promise<FolderView> {
  const projectId = ctx.project.id;
  const now = ctx.services.clock.now();
  const work = write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    await leaveRoomForFolder(tx, projectId);
    await checkParent(tx, projectId, null, parentId);
    const data = { id: newId('folder'), projectId, parentId, name, createdAt: now, updatedAt: now };
    const folder = toFolderView(await tx.assetFolder.create({ data }));
    return {
      answer: folder,
      audit: { action: 'asset_folder.create', targetId: folder.id, data: { name, parent_id: parentId } },
    };
  });
  return withFreeName(work);
}
