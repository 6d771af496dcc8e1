import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { readChange } from './asset-change.ts';
import { assetErrors } from './assets.names.ts';
import type { BulkAssetItem, BulkAssetsInput, BulkAssetsResult } from './assets.schemas.ts';
import { type AssetAction, changeInTransaction, type Done } from './change-in-transaction.ts';

/**
 * Moves, trashes, restores or changes many assets: all of them or none, or with `partial` those that can be changed.
 *
 * @throws ApiError `media.bulk_refused` with each asset that can't be changed, `validation_failed`
 */
export async function bulkAssets(ctx: ProjectContext, input: BulkAssetsInput): Promise<BulkAssetsResult> {
  const { asset_ids: ids, partial = false } = input;
  refuseRepeatedAssets(ids);
  return changeInTransaction(ctx, ids, actionOf(ctx, input), (outcome) => {
    if (!partial) refuseAll(ids, outcome.refused);
    return { data: ids.map((id) => toItem(id, outcome)) };
  });
}

function actionOf(ctx: ProjectContext, input: BulkAssetsInput): AssetAction {
  const { action, folder_id: folderId, patch } = input;
  if (folderId !== undefined && action !== 'move') throw invalid(['folder_id'], 'Only the action move takes a folder.');
  if (patch !== undefined && action !== 'patch') throw invalid(['patch'], 'Only the action patch takes a patch.');
  switch (action) {
    case 'trash':
      return { kind: 'delete' };
    case 'restore':
      return { kind: 'restore' };
    case 'move':
      if (folderId === undefined) throw invalid(['folder_id'], 'Give the target folder, or null for no folder.');
      return { kind: 'update', change: { folderId }, folderPath: ['folder_id'] };
    case 'patch':
      if (patch === undefined) throw invalid(['patch'], 'Give the changes.');
      return {
        kind: 'update',
        change: readChange(ctx.project, patch, ['patch']),
        folderPath: ['patch', 'folder_id'],
      };
  }
}

function toItem(id: string, { done, refused }: Done): BulkAssetItem {
  const one = done.get(id);
  const error = refused.get(id);
  return {
    id,
    result: one ? (one.changed.length > 0 ? 'changed' : 'unchanged') : 'refused',
    status: one ? (one.asset.trashedAt ? 'trashed' : one.asset.stage) : null,
    error: error ? { code: error.errorCode, message: error.message } : null,
  };
}

function refuseRepeatedAssets(ids: readonly string[]): void {
  const details = ids.flatMap((id, index): ErrorDetail[] =>
    ids.indexOf(id) < index ? [{ path: ['asset_ids', index], message: `${id} is named twice.` }] : [],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

/** @throws ApiError `media.bulk_refused` with the error of each asset */
function refuseAll(ids: readonly string[], refused: ReadonlyMap<string, ApiError>): void {
  if (refused.size === 0) return;
  const details = [...refused].flatMap(([id, error]): ErrorDetail[] => {
    const place = { path: ['asset_ids', ids.indexOf(id)], asset_id: id, code: error.errorCode };
    const own = error.details ?? [];
    return own.length === 0 ? [{ message: error.message, ...place }] : own.map((detail) => ({ ...detail, ...place }));
  });
  throw new ApiError(assetErrors['media.bulk_refused'], { details });
}
