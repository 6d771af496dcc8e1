import { assetActions } from '../../media/asset.names.ts';
import { getAssetInProject } from '../../media/asset.store.ts';
import { operation, router } from '../operation.ts';
import { toAssetView } from './asset-view.ts';
import { assetErrors, assetLimits } from './assets.names.ts';
import * as schemas from './assets.schemas.ts';
import { bulkAssets } from './bulk-assets.ts';
import { cropAsset, deleteAsset, resetCrop, restoreAsset, updateAsset } from './change-asset.ts';
import { completeAsset } from './complete-asset.ts';
import { copyAsset } from './copy-asset.ts';
import * as crops from './crop.schemas.ts';
import { listAssets } from './listing/list-assets.ts';
import { linkOriginal, usageOfAsset } from './read-asset.ts';
import { renewUploadUrls } from './renew-upload-urls.ts';
import { replaceAsset } from './replace-asset.ts';
import { uploadAssets } from './upload-assets.ts';
import { uploadFromUrl } from './upload-from-url.ts';
import * as uploads from './uploads.schemas.ts';
import { assetUsagePageSchema, listAssetUsageInput } from './usage.schemas.ts';

export const assetsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/assets',
    summary: 'List assets',
    description:
      'Newest first unless `sort` says otherwise, in pages. An asset whose position does not change meanwhile is on ' +
      'exactly one page. Trashed assets are listed with `status=trashed` only.',
    access: 'asset.read',
    input: schemas.listAssetsInput,
    output: schemas.assetPageSchema,
    run: listAssets,
  }),

  upload: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/uploads',
    summary: 'Declare files to upload',
    description:
      'Creates an asset for each file, reserves space for it, and returns the URL to PUT its bytes to: storage, not this ' +
      'API. Then complete each asset. An upload that is not completed within a day is cancelled.',
    access: 'asset.upload',
    status: 201,
    errors: [assetErrors['media.quota_exceeded']],
    limits: [{ limit: assetLimits['asset.upload'], units: ({ files }) => files.length }],
    idempotent: true,
    audit: [assetActions['asset.upload']],
    input: uploads.uploadAssetsInput,
    output: uploads.uploadListSchema,
    run: uploadAssets,
  }),

  uploadFromUrl: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/uploads/from-url',
    summary: 'Fetch a file from a URL',
    description:
      'Creates an asset, and fetches its file from a public URL. The asset is `pending` until ' +
      'the file has arrived, and `failed` if it cannot be fetched.',
    access: 'asset.upload',
    status: 202,
    limits: [{ limit: assetLimits['asset.upload'] }],
    idempotent: true,
    audit: [assetActions['asset.upload']],
    input: uploads.uploadFromUrlInput,
    output: schemas.assetSchema,
    run: uploadFromUrl,
  }),

  renewUploadUrls: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/upload-urls',
    summary: 'Get new URLs for an upload',
    description: 'For a large file, one for each part that has not arrived. Nothing else changes.',
    access: 'asset.upload',
    errors: ['media.asset_not_found', assetErrors['media.upload_over']],
    limits: [{ limit: assetLimits['asset.change'] }],
    input: schemas.assetInput,
    output: uploads.uploadSchema,
    run: renewUploadUrls,
  }),

  complete: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/complete',
    summary: 'Complete an upload',
    description:
      'Checks the uploaded file and accepts it; the upload URL cannot change it any more. Answers 202 while the asset is being ' +
      'processed, 200 once it is ready or failed. May be called at any time.',
    access: 'asset.upload',
    mayBeAccepted: true,
    errors: ['media.asset_not_found', 'media.not_uploaded', 'media.content_mismatch'],
    limits: [{ limit: assetLimits['asset.complete'] }],
    audit: [assetActions['asset.complete']],
    input: schemas.assetInput,
    output: uploads.completedAssetSchema,
    run: completeAsset,
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/assets/{assetId}',
    summary: 'Read an asset',
    description: 'Its file and variants, its texts in all locales, its folder, and its processing state.',
    access: 'asset.read',
    errors: ['media.asset_not_found'],
    input: schemas.assetInput,
    output: schemas.assetSchema,
    run: async (ctx, { assetId }) =>
      toAssetView(ctx, await getAssetInProject(ctx.services.database.pool, ctx.project.id, assetId)),
  }),

  usage: operation({
    method: 'GET',
    path: '/projects/{projectId}/assets/{assetId}/usage',
    summary: 'List the entries that use an asset',
    description: 'In drafts or live content, with the fields and locales. Trashed entries are left out.',
    access: 'asset.read',
    errors: ['media.asset_not_found'],
    input: listAssetUsageInput,
    output: assetUsagePageSchema,
    run: usageOfAsset,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/assets/{assetId}',
    summary: "Change an asset's details",
    description: 'Published content that shows it is updated shortly after, in one snapshot.',
    access: 'asset.write',
    errors: ['media.asset_not_found', assetErrors['media.asset_trashed']],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.update']],
    input: schemas.updateAssetInput,
    output: schemas.assetSchema,
    run: updateAsset,
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/assets/{assetId}',
    summary: 'Move an asset to the trash',
    description:
      'After 30 days it is removed for good, with its files. Refused for an asset that entries use, in drafts or live ' +
      'content.',
    access: 'asset.write',
    errors: ['media.asset_not_found', assetErrors['media.asset_in_use']],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.delete']],
    input: schemas.assetInput,
    output: schemas.assetSchema,
    run: deleteAsset,
  }),

  restore: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/restore',
    summary: 'Restore an asset from the trash',
    description: 'It can be used again at once. The trash keeps an asset for 30 days.',
    access: 'asset.write',
    errors: ['media.asset_not_found'],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.restore']],
    input: schemas.assetInput,
    output: schemas.assetSchema,
    run: restoreAsset,
  }),

  replace: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/replace',
    summary: 'Declare a file that is to replace an asset',
    description:
      'Then upload the file and complete the asset. The asset keeps its id, texts and uses, and shows the new ' +
      'file once it is processed. Focal point and crop are kept if the new picture has the same aspect ratio. The earlier ' +
      'file is kept for 30 days.',
    access: 'asset.write',
    status: 201,
    errors: [
      'media.asset_not_found',
      assetErrors['media.asset_trashed'],
      'media.not_uploaded',
      assetErrors['media.quota_exceeded'],
    ],
    limits: [{ limit: assetLimits['asset.upload'] }],
    idempotent: true,
    audit: [assetActions['asset.replace']],
    input: uploads.replaceAssetInput,
    output: uploads.uploadSchema,
    run: replaceAsset,
  }),

  crop: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/crop',
    summary: 'Crop a picture',
    description:
      'All served files are made of this part, with new URLs. The uploaded file stays as it is. The focal ' +
      'point stays relative to the whole picture.',
    access: 'asset.write',
    errors: [
      'media.asset_not_found',
      assetErrors['media.asset_trashed'],
      'media.not_uploaded',
      assetErrors['media.not_croppable'],
    ],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.update']],
    input: crops.cropAssetInput,
    output: schemas.assetSchema,
    run: cropAsset,
  }),

  copy: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/{assetId}/copy',
    summary: 'Copy a picture',
    description:
      'Makes an asset of the same file and texts, to be cropped otherwise in one place. The uploaded file is kept and counted once, ' +
      'what is served for each. From then on, neither follows the other.',
    access: 'asset.upload',
    status: 201,
    errors: [
      'media.asset_not_found',
      assetErrors['media.asset_trashed'],
      'media.not_uploaded',
      assetErrors['media.not_croppable'],
      assetErrors['media.quota_exceeded'],
    ],
    limits: [{ limit: assetLimits['asset.upload'] }],
    idempotent: true,
    audit: [assetActions['asset.copy']],
    input: crops.copyAssetInput,
    output: schemas.assetSchema,
    run: copyAsset,
  }),

  resetCrop: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/assets/{assetId}/crop',
    summary: 'Remove the crop of a picture',
    description: 'The whole picture is shown wherever it is used, also in live content.',
    access: 'asset.write',
    errors: ['media.asset_not_found', assetErrors['media.asset_trashed']],
    limits: [{ limit: assetLimits['asset.change'] }],
    audit: [assetActions['asset.update']],
    input: schemas.assetInput,
    output: schemas.assetSchema,
    run: resetCrop,
  }),

  bulk: operation({
    method: 'POST',
    path: '/projects/{projectId}/assets/bulk',
    summary: 'Move, trash, restore or change many assets',
    description: 'All of the assets or none. With `partial`, those that can be changed.',
    access: 'asset.write',
    errors: [assetErrors['media.bulk_refused']],
    limits: [{ limit: assetLimits['asset.change'] }],
    idempotent: true,
    audit: [assetActions['asset.update'], assetActions['asset.delete'], assetActions['asset.restore']],
    input: schemas.bulkAssetsInput,
    output: schemas.bulkAssetsResultSchema,
    run: bulkAssets,
  }),

  linkOriginal: operation({
    method: 'GET',
    path: '/projects/{projectId}/assets/{assetId}/original',
    summary: 'Get a URL of the uploaded file',
    description: 'It expires after five minutes. The file has all its metadata, such as where a picture was taken.',
    access: 'asset.read_original',
    errors: ['media.asset_not_found', 'media.not_uploaded'],
    input: schemas.assetInput,
    output: uploads.originalLinkSchema,
    run: linkOriginal,
  }),
});
