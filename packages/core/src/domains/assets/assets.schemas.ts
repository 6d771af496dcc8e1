import { boundedArray } from '@stele/schema';
import { z } from 'zod';
import { actorSchema, assetIdSchema, folderIdSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';

/** Amazon and others take no larger object in one request. */
const MAX_FILE_BYTES = 5_000_000_000;
/** Types that a browser would run in the name of the site that serves them. */
const ACTIVE_TYPES =
  /^(text\/(html|javascript|ecmascript)|application\/(xhtml\+xml|javascript|ecmascript|x-javascript))$/;

const fractionSchema = z.number().min(0).max(1);

export const focalPointSchema = z.object({ x: fractionSchema, y: fractionSchema }).meta({
  description: 'From the top left corner, as fractions of width and height: what stays in sight when it is cropped.',
  examples: [{ x: 0.5, y: 0.25 }],
});

const cropSchema = z
  .object({ x: fractionSchema, y: fractionSchema, width: fractionSchema, height: fractionSchema })
  .meta({ description: 'As fractions of the original, from its top left corner.' });

const variantSchema = z.object({
  name: z.string().meta({ description: 'Width and format, behind the ratio for those that were cropped to one.' }),
  url: z.url(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  mime: z.string(),
  bytes: z.int(),
  ratio: z.string().nullable().meta({ description: 'Such as `16:9`; null when it has the shape of the picture.' }),
});

const example = {
  id: 'ast_01kah51f8q3n7r5w2z6x9c4vbt',
  status: 'ready',
  error: null,
  filename: 'Lighthouse.jpg',
  kind: 'image',
  mime: 'image/jpeg',
  bytes: 4_812_331,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  width: 4000,
  height: 3000,
  duration: null,
  pages: null,
  alt_text: { en: 'A lighthouse at dusk' },
  decorative: false,
  focal_point: { x: 0.5, y: 0.25 },
  crop: null,
  placeholder: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
  dominant_color: '#33465c',
  url: 'https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/4c1b7d0e2f3a/Lighthouse.webp',
  variants: [
    {
      name: '640-webp',
      url: 'https://content.example.com/prj_01kah4xk6b3r5w0c9zq2m7d8ef/media/ast_01kah51f8q3n7r5w2z6x9c4vbt/a04f5c2b9d81/Lighthouse.webp',
      width: 640,
      height: 480,
      mime: 'image/webp',
      bytes: 41_207,
      ratio: null,
    },
  ],
  folder_id: null,
  usage_count: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  updated_at: '2026-11-21T09:31:00.000Z',
  trashed_at: null,
};

/** An asset. */
export const assetSchema = z
  .object({
    id: assetIdSchema,
    status: z.enum(['pending', 'processing', 'ready', 'failed', 'trashed']).meta({
      description:
        '`pending` until its file has arrived, `processing` until it can be seen, then `ready` or `failed`; `trashed` in the trash.',
    }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why nothing could be made of the file.' }),
    filename: z.string(),
    kind: z
      .enum(['image', 'video', 'audio', 'document', 'file'])
      .nullable()
      .meta({ description: 'What sort of file it is; null until that is known.' }),
    mime: z.string(),
    bytes: z.int(),
    sha256: z.string().nullable().meta({ description: 'Of the file as it was uploaded; null until it has arrived.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration: z.number().nullable().meta({ description: 'Seconds.' }),
    pages: z.int().nullable(),
    alt_text: z.record(z.string(), z.string()).meta({ description: 'Locale → what the picture shows, in words.' }),
    decorative: z.boolean().meta({
      description: 'Says nothing that the text beside it does not say, so that it needs no alternative text.',
    }),
    focal_point: focalPointSchema.nullable(),
    crop: cropSchema.nullable(),
    placeholder: z.string().nullable().meta({ description: 'A ThumbHash, in base64.' }),
    dominant_color: z.string().nullable().meta({ description: '`#rrggbb`' }),
    url: z.url().nullable().meta({ description: 'The file in full as it may be seen; null until there is one.' }),
    variants: z.array(variantSchema),
    folder_id: folderIdSchema.nullable(),
    usage_count: z.int(),
    created_at: timeSchema,
    created_by: actorSchema,
    updated_at: timeSchema,
    trashed_at: timeSchema.nullable(),
  })
  .meta({ id: 'Asset', examples: [example] });
export type AssetView = z.infer<typeof assetSchema>;

/** Path parameters of what's done to one asset. */
const target = { projectId: projectIdSchema, assetId: assetIdSchema };

export const getAssetInput = z.strictObject(target);

export const filenameSchema = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]*$/u, 'A filename has no slashes and no control characters.')
  .meta({ examples: ['Lighthouse.jpg'] });

const mimeSchema = z
  .string()
  .toLowerCase()
  .max(127)
  .regex(
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/,
    'A media type reads like image/jpeg, without parameters.',
  )
  .refine((mime) => !ACTIVE_TYPES.test(mime), 'Files of this type would run in browsers, so they are not taken.')
  .meta({ description: 'Its media type, as the upload says it too.', examples: ['image/jpeg'] });

export const uploadAssetsInput = z
  .strictObject({
    projectId: projectIdSchema,
    files: boundedArray(
      z.strictObject({
        filename: filenameSchema,
        mime: mimeSchema,
        bytes: z.int().min(1).max(MAX_FILE_BYTES).meta({ description: 'How long the file is, exactly.' }),
        folder_id: folderIdSchema.nullish().meta({ description: 'The folder that it is to lie in.' }),
      }),
      { min: 1, max: 50 },
    ),
  })
  .meta({ examples: [{ files: [{ filename: 'Lighthouse.jpg', mime: 'image/jpeg', bytes: 4_812_331 }] }] });
export type UploadAssetsInput = z.infer<typeof uploadAssetsInput>;

const uploadExample = {
  asset_id: example.id,
  uploadUrl: 'https://content.example.com/uploads/incoming/…?content_type=image%2Fjpeg&…&signature=…',
  content_type: 'image/jpeg',
  headers: { 'content-type': 'image/jpeg' },
  expires_at: '2026-11-21T10:30:00.000Z',
};

const uploadSchema = z
  .object({
    asset_id: assetIdSchema,
    uploadUrl: z.string().meta({ description: 'PUT the bytes here, with `headers` as they are.' }),
    content_type: z.string().meta({ description: 'The Content-Type that the upload must have.' }),
    headers: z.record(z.string(), z.string()),
    expires_at: timeSchema.meta({ description: 'When the addresses end. Ask for new ones then.' }),
    parts: z
      .array(
        z.object({
          part_number: z.int(),
          uploadUrl: z.string(),
          offset: z.int().meta({ description: 'Where in the file the part begins.' }),
          bytes: z.int().meta({ description: 'How long the part is, exactly.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'For files of more than 100 MB: instead of the whole file to `uploadUrl`, each of these can be sent to its own, in ' +
          'any order, and again when it fails.',
      }),
  })
  .meta({ id: 'AssetUpload', examples: [uploadExample] });
export type UploadView = z.infer<typeof uploadSchema>;

export const uploadListSchema = z
  .object({ uploads: z.array(uploadSchema).meta({ description: 'One for each file, in the order given.' }) })
  .meta({ id: 'AssetUploads', examples: [{ uploads: [uploadExample] }] });
export type UploadList = z.infer<typeof uploadListSchema>;

export const renewUploadUrlsInput = z.strictObject(target);
export { uploadSchema };

export const completeAssetInput = z.strictObject(target);
export const completedAssetSchema = assetSchema
  .extend({
    duplicate_of: assetIdSchema.nullable().meta({
      description: 'The oldest asset outside of the trash that has the same bytes. They are stored once.',
    }),
  })
  .meta({ id: 'CompletedAsset', examples: [{ ...example, duplicate_of: null }] });
export type CompletedAsset = z.infer<typeof completedAssetSchema>;

export const linkOriginalInput = z.strictObject(target);
export const originalLinkSchema = z
  .object({ url: z.string().meta({ description: 'Hands out the file as it was uploaded.' }), expires_at: timeSchema })
  .meta({
    id: 'OriginalLink',
    examples: [{ url: 'https://content.example.com/downloads/…&signature=…', expires_at: '2026-11-21T09:35:00.000Z' }],
  });
export type OriginalLink = z.infer<typeof originalLinkSchema>;
