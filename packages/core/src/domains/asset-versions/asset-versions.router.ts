import { assetActions } from '../../media/asset.names.ts';
import { assetErrors, assetLimits } from '../assets/assets.names.ts';
import { assetSchema } from '../assets/assets.schemas.ts';
import { operation, router } from '../operation.ts';
import { assetVersionErrors } from './asset-versions.names.ts';
import { assetVersionPageSchema, listAssetVersionsInput, restoreAssetVersionInput } from './asset-versions.schemas.ts';
import { listAssetVersions } from './list-asset-versions.ts';
import { restoreAssetVersion } from './restore-asset-version.ts';

export const assetVersionsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/assets/{assetId}/versions',
    summary: 'List earlier files of an asset',
    description: 'Files that were replaced within the last 30 days, most recently replaced first.',
    access: 'asset.read',
    errors: ['media.asset_not_found'],
    input: listAssetVersionsInput,
    output: assetVersionPageSchema,
    run: listAssetVersions,
  }),

  restore: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/versions/{versionId}/restore',
    summary: 'Restore an earlier file of an asset',
    description:
      'Takes effect at once, with the focal point and crop of that time. The current file becomes an earlier one.',
    access: 'asset.write',
    errors: [
      'media.asset_not_found',
      assetVersionErrors['media.version_not_found'],
      assetErrors['media.asset_trashed'],
    ],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.restore_version']],
    input: restoreAssetVersionInput,
    output: assetSchema,
    run: restoreAssetVersion,
  }),
});
