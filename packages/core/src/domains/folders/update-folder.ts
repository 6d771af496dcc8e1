import { write } from '../../platform/audit.ts';
import type { ProjectContext } from '../context.ts';
import { lockProjectLists } from '../projects/projects.store.ts';
import type { FolderView, UpdateFolderInput } from './folders.schemas.ts';
import { checkParent, lockFolderInProject, toFolderView, withFreeName } from './folders.store.ts';

/**
 * Renames a folder, moves it with its contents, or both.
 *
 * @throws ApiError `media.folder_not_found`, `media.folder_name_taken`; `validation_failed` for a parent that doesn't
 *   exist, or is in the folder itself
 */
export async function updateFolder(ctx: ProjectContext, input: UpdateFolderInput): Promise<FolderView> {
  const projectId = ctx.project.id;
  const work = write(ctx, async (tx) => {
    // Two concurrent moves could make a cycle.
    await lockProjectLists(tx, projectId);
    const before = await lockFolderInProject(tx, projectId, input.folderId);
    const { name = before.name, parent_id: parentId = before.parentId } = input;
    await checkParent(tx, projectId, before.id, parentId);
    const folder = await tx.assetFolder.update({
      where: { id: before.id },
      data: { name, parentId, updatedAt: ctx.services.clock.now() },
    });
    const data = { name, from: { name: before.name, parent_id: before.parentId }, to: { name, parent_id: parentId } };
    return { answer: toFolderView(folder), audit: { action: 'asset_folder.update', targetId: before.id, data } };
  });
  return withFreeName(work);
}
