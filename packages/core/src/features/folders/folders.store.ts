import { viewOf } from '../../api/view.ts';
import type { AssetFolder } from '../../generated/prisma/client.ts';
import type { Transaction } from '../../platform/audit.ts';
import { bool, text } from '../../platform/database/row.ts';
import { execute, query, sql } from '../../platform/database/sql.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError, assertBelowLimit, invalid } from '../../platform/errors.ts';
import { folderErrors } from './folders.names.ts';
import { type FolderView, folderSchema } from './folders.schemas.ts';

/** The most folders of a project, so that all of them can be shown as one tree. */
const MAX_FOLDERS = 1000;

export function toFolderView(folder: AssetFolder): FolderView {
  return viewOf(folderSchema, folder, {});
}

/** @throws ApiError `media.folder_limit_reached`; the tree must be locked */
export async function assertFolderLimit(tx: Transaction, projectId: string): Promise<void> {
  const count = await tx.assetFolder.count({ where: { projectId } });
  assertBelowLimit(count, MAX_FOLDERS, folderErrors['media.folder_limit_reached'], 'folders');
}

/**
 * A folder of a project, locked so that its contents can't change until the transaction ends.
 *
 * @throws ApiError `media.folder_not_found`
 */
export async function lockFolderInProject(tx: Transaction, projectId: string, folderId: string): Promise<AssetFolder> {
  await execute(tx, sql`SELECT 1 FROM asset_folders WHERE id = ${folderId} AND project_id = ${projectId} FOR UPDATE`);
  const folder = await tx.assetFolder.findFirst({ where: { id: folderId, projectId } });
  if (!folder) throw new ApiError(folderErrors['media.folder_not_found']);
  return folder;
}

/**
 * Checks that a folder can be in another.
 *
 * @param folderId the folder to move; null for a new one
 * @throws ApiError `validation_failed` for a parent that doesn't exist, or is in the folder itself
 */
export async function checkParent(
  tx: Transaction,
  projectId: string,
  folderId: string | null,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return;
  const above = await query(
    tx,
    sql`WITH RECURSIVE above AS (
        SELECT id, parent_id FROM asset_folders WHERE id = ${parentId} AND project_id = ${projectId}
        UNION SELECT f.id, f.parent_id FROM asset_folders f JOIN above a ON f.id = a.parent_id)
      SELECT id FROM above`,
    { id: text },
  );
  if (above.length === 0) throw invalid(['parent_id'], `There is no folder ${parentId}.`);
  if (above.some(({ id }) => id === folderId)) {
    throw invalid(['parent_id'], 'A folder cannot be moved into itself or into one of its subfolders.');
  }
}

/** Whether a folder has no subfolders and no assets, except trashed ones. */
export async function isFolderEmpty(tx: Transaction, folderId: string): Promise<boolean> {
  const [row] = await query(
    tx,
    sql`SELECT EXISTS (SELECT FROM asset_folders WHERE parent_id = ${folderId})
      OR EXISTS (SELECT FROM assets WHERE folder_id = ${folderId} AND trashed_at IS NULL) AS used`,
    { used: bool },
  );
  return row?.used === false;
}

/** Runs the write of a folder's name and parent. @throws ApiError `media.folder_name_taken` */
export async function withFreeName<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (!isUniqueViolation(error, 'asset_folders_name_key')) throw error;
    throw new ApiError(folderErrors['media.folder_name_taken'], {
      details: [{ path: ['name'], message: 'A folder in the same place already has this name.' }],
    });
  }
}
