import type { ProjectContext } from '../../domains/context.ts';
import { lockProjectLists } from '../../domains/projects/projects.store.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { folderActions, folderErrors } from './folders.names.ts';
import type { CreateFolderInput, FolderView, UpdateFolderInput } from './folders.schemas.ts';
import {
  assertFolderLimit,
  checkParent,
  isFolderEmpty,
  lockFolderInProject,
  toFolderView,
  withFreeName,
} from './folders.store.ts';

/**
 * Creates a folder.
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
    await assertFolderLimit(tx, projectId);
    await checkParent(tx, projectId, null, parentId);
    const data = { id: newId('folder'), projectId, parentId, name, createdAt: now, updatedAt: now };
    const folder = toFolderView(await tx.assetFolder.create({ data }));
    return {
      answer: folder,
      audit: { action: folderActions['asset_folder.create'], targetId: folder.id, data: { name, parent_id: parentId } },
    };
  });
  return withFreeName(work);
}

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
    return {
      answer: toFolderView(folder),
      audit: { action: folderActions['asset_folder.update'], targetId: before.id, data },
    };
  });
  return withFreeName(work);
}

/**
 * Removes an empty folder. Trashed assets in it are in no folder afterwards.
 *
 * @throws ApiError `media.folder_not_found`, `media.folder_not_empty`
 */
export async function deleteFolder(ctx: ProjectContext, { folderId }: { folderId: string }): Promise<FolderView> {
  const projectId = ctx.project.id;
  return write(ctx, async (tx) => {
    await lockProjectLists(tx, projectId);
    // A transaction that puts an asset into the folder holds a shared lock on it.
    const folder = await lockFolderInProject(tx, projectId, folderId);
    if (!(await isFolderEmpty(tx, folderId))) throw new ApiError(folderErrors['media.folder_not_empty']);
    await tx.assetFolder.delete({ where: { id: folderId } });
    const data = { name: folder.name, parent_id: folder.parentId };
    return {
      answer: toFolderView(folder),
      audit: { action: folderActions['asset_folder.delete'], targetId: folderId, data },
    };
  });
}
