import type { ProjectContext } from '../context.ts';
import { readChange } from './asset-change.ts';
import { toAssetView } from './asset-view.ts';
import type { AssetView, UpdateAssetInput } from './assets.schemas.ts';
import { changeInTransaction } from './change-in-transaction.ts';
import { onlyAsset } from './only-asset.ts';

/**
 * Changes what is said of an asset. Fields, and locales of the alternative text, that aren't named stay.
 *
 * @throws ApiError `media.asset_not_found`, `media.asset_trashed`; `validation_failed` for a folder that doesn't exist and
 *   for locales that the project doesn't have
 */
export async function updateAsset(ctx: ProjectContext, input: UpdateAssetInput): Promise<AssetView> {
  const change = readChange(ctx.project, input);
  const action = { kind: 'update', change, folderPath: ['folder_id'] } as const;
  return changeInTransaction(ctx, [input.assetId], action, (outcome) => toAssetView(ctx, onlyAsset(outcome)));
}
