import { declareLimits, perHour, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const assetLimits = declareLimits({
  'asset.upload': perHour(300, 'files, however many requests declare them, and copies'),
  'asset.complete': perMinute(3000, 'completions of uploads, repeated ones included'),
  'asset.change': perMinute(600, 'all other changes of assets and folders'),
});

export const assetErrors = declareErrors({
  'media.upload_over': { status: 409, message: 'The upload of this asset is complete.' },
  'media.asset_trashed': { status: 409, message: 'The asset is in the trash. Restore it first.' },
  'media.not_croppable': { status: 409, message: 'Only raster images can be cropped.' },
  'media.asset_in_use': { status: 409, message: 'Entries use the asset. See details.' },
  'media.bulk_refused': { status: 409, message: 'Some of the assets cannot be changed, so none was. See details.' },
  'media.quota_exceeded': { status: 413, message: 'The project does not have enough storage left for these files.' },
});
