import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { assetIdSchema, folderIdSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';
import { assetExample, assetSchema, assetTarget, filenameSchema } from './assets.schemas.ts';

/** The largest object that Amazon and others accept in one request. */
const MAX_FILE_BYTES = 5_000_000_000;
/** Types that a browser would run with the origin of the site that serves them. */
const ACTIVE_TYPES =
  /^(text\/(html|javascript|ecmascript)|application\/(xhtml\+xml|javascript|ecmascript|x-javascript))$/;

const mimeSchema = z
  .string()
  .toLowerCase()
  .max(127, { abort: true })
  .regex(
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/,
    'Give a media type such as image/jpeg, without parameters.',
  )
  .refine((mime) => !ACTIVE_TYPES.test(mime), 'Files of this type are not accepted, because browsers would run them.')
  .meta({ description: 'Its media type, equal to the Content-Type of the upload.', examples: ['image/jpeg'] });

/** The declaration of a file to upload. */
const declaredShape = {
  filename: filenameSchema,
  mime: mimeSchema,
  bytes: z.int().min(1).max(MAX_FILE_BYTES).meta({ description: 'Exact size of the file.' }),
};

export const uploadAssetsInput = z
  .strictObject({
    projectId: projectIdSchema,
    files: boundedArray(
      z.strictObject({
        ...declaredShape,
        folder_id: folderIdSchema.nullish().meta({ description: 'The folder for the asset.' }),
      }),
      { min: 1, max: 50 },
    ),
  })
  .meta({ examples: [{ files: [{ filename: 'Lighthouse.jpg', mime: 'image/jpeg', bytes: 4_812_331 }] }] });
export type UploadAssetsInput = z.infer<typeof uploadAssetsInput>;

const uploadExample = {
  asset_id: assetExample.id,
  uploadUrl: 'https://content.example.com/uploads/incoming/…?content_type=image%2Fjpeg&…&signature=…',
  content_type: 'image/jpeg',
  headers: { 'content-type': 'image/jpeg' },
  expires_at: '2026-11-21T10:30:00.000Z',
};

export const uploadSchema = z
  .object({
    asset_id: assetIdSchema,
    uploadUrl: z.string().meta({ description: 'PUT the bytes here, with exactly these `headers`.' }),
    content_type: z.string().meta({ description: 'The Content-Type that the upload must have.' }),
    headers: z.record(z.string(), z.string()),
    expires_at: timeSchema.meta({ description: 'When the URLs expire. Get new ones then.' }),
    parts: z
      .array(
        z.object({
          part_number: z.int(),
          uploadUrl: z.string(),
          offset: z.int().meta({ description: 'Where the part begins, in bytes.' }),
          bytes: z.int().meta({ description: 'Exact size of the part.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'For files of more than 100 MB: instead of the whole file, these parts can be sent, each to its own URL, in ' +
          'any order, and again after a failure.',
      }),
  })
  .meta({ id: 'AssetUpload', examples: [uploadExample] });
export type UploadView = z.infer<typeof uploadSchema>;

export const uploadListSchema = z
  .object({ uploads: z.array(uploadSchema).meta({ description: 'One for each file, in the order of the request.' }) })
  .meta({ id: 'AssetUploads', examples: [{ uploads: [uploadExample] }] });
export type UploadList = z.infer<typeof uploadListSchema>;

export const uploadFromUrlInput = z
  .strictObject({
    projectId: projectIdSchema,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .meta({ description: 'A public URL of the file.' }),
    filename: filenameSchema.optional().meta({ description: 'Its name. The default is the name in the URL.' }),
    folder_id: folderIdSchema.nullish().meta({ description: 'The folder for the asset.' }),
  })
  .meta({ examples: [{ url: 'https://example.com/photos/Lighthouse.jpg' }] });
export type UploadFromUrlInput = z.infer<typeof uploadFromUrlInput>;

export const replaceAssetInput = z
  .strictObject({ ...assetTarget, ...declaredShape })
  .meta({ examples: [{ filename: 'Lighthouse, retouched.jpg', mime: 'image/jpeg', bytes: 4_790_118 }] });
export type ReplaceAssetInput = z.infer<typeof replaceAssetInput>;

export const completedAssetSchema = assetSchema
  .extend({
    duplicate_of: assetIdSchema.nullable().meta({
      description: 'The oldest asset outside of the trash with the same bytes, which are stored once.',
    }),
  })
  .meta({ id: 'CompletedAsset', examples: [{ ...assetExample, variants: [], duplicate_of: null }] });
export type CompletedAsset = z.infer<typeof completedAssetSchema>;

export const originalLinkSchema = z
  .object({ url: z.string().meta({ description: 'Downloads the uploaded file.' }), expires_at: timeSchema })
  .meta({
    id: 'OriginalLink',
    examples: [{ url: 'https://content.example.com/downloads/…&signature=…', expires_at: '2026-11-21T09:35:00.000Z' }],
  });
export type OriginalLink = z.infer<typeof originalLinkSchema>;
