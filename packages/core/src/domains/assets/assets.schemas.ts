import { boundedRecord } from '@stele/schema';
import { z } from 'zod';
import {
  actorSchema,
  assetIdSchema,
  cursorSchema,
  folderIdSchema,
  limitSchema,
  localeSchema,
  pageOf,
  projectIdSchema,
  timeSchema,
} from '../../api/wire.ts';

const statusSchema = z.enum(['pending', 'processing', 'ready', 'failed', 'trashed']);
/** A part of a picture's width or height. */
export const fractionSchema = z.number().min(0).max(1);

export const focalPointSchema = z.object({ x: fractionSchema, y: fractionSchema }).meta({
  id: 'FocalPoint',
  description:
    'The point that stays visible when the picture is cropped, from the top left, as fractions of width and height.',
  examples: [{ x: 0.5, y: 0.25 }],
});

const cropSchema = z
  .object({ x: fractionSchema, y: fractionSchema, width: fractionSchema, height: fractionSchema })
  .meta({
    id: 'CropArea',
    description: 'From the top left of the original, as fractions of its width and height.',
    examples: [{ x: 0, y: 0.1, width: 1, height: 0.8 }],
  });

export const variantSchema = z
  .object({
    name: z.string().meta({ description: 'Such as `640.avif`, or `16x9-640.webp` when cropped to an aspect ratio.' }),
    url: z.url(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    mime: z.string(),
    bytes: z.int(),
    ratio: z.string().nullable().meta({ description: 'Such as `16:9`; null for the aspect ratio of the picture.' }),
    animated: z.boolean().meta({ description: 'Whether it is animated.' }),
  })
  .meta({
    id: 'AssetVariant',
    examples: [
      {
        name: '640.avif',
        url: 'https://content.example.org/640.avif',
        width: 640,
        height: 480,
        mime: 'image/avif',
        bytes: 21_000,
        ratio: null,
        animated: false,
      },
    ],
  });

const errorSchema = z.object({ code: z.string(), message: z.string() });

const replacementSchema = z
  .object({
    filename: z.string(),
    mime: z.string(),
    bytes: z.int(),
    status: z.enum(['pending', 'processing', 'failed']),
    error: errorSchema.nullable(),
  })
  .meta({
    id: 'AssetReplacement',
    examples: [{ filename: 'Lighthouse.jpg', mime: 'image/jpeg', bytes: 412_000, status: 'pending', error: null }],
  });

/** The part of the example that an asset's earlier files have too. */
export const fileExample = {
  filename: 'Lighthouse.jpg',
  kind: 'image',
  mime: 'image/jpeg',
  bytes: 4_812_331,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  width: 4000,
  height: 3000,
  duration: null,
  pages: null,
  focal_point: { x: 0.5, y: 0.25 },
  crop: null,
  url: 'https://content.example.com/.../media/.../4c1b7d0e2f3a/Lighthouse.webp',
};

export const assetExample = {
  ...fileExample,
  id: 'ast_01kah51f8q3n7r5w2z6x9c4vbt',
  status: 'ready',
  error: null,
  alt_text: { en: 'A lighthouse at dusk' },
  decorative: false,
  caption: {},
  credit: 'Ada',
  rights: null,
  tags: [],
  placeholder: 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==',
  dominant_color: '#33465c',
  variants: [
    {
      name: '640.webp',
      url: 'https://content.example.com/.../media/.../a04f5c2b9d81/Lighthouse.webp',
      width: 640,
      height: 480,
      mime: 'image/webp',
      bytes: 41_207,
      ratio: null,
      animated: false,
    },
  ],
  processing: false,
  replacement: null,
  folder_id: null,
  usage_count: 0,
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  updated_at: '2026-11-21T09:31:00.000Z',
  trashed_at: null,
};

/** The fields that an asset's earlier files have too. */
export const fileShape = {
  filename: z.string(),
  kind: z.enum(['image', 'svg', 'pdf', 'audio', 'video', 'file']).nullable().meta({
    description: 'Null until it is known. `image` is a raster image, `file` anything else.',
  }),
  mime: z.string(),
  bytes: z.int(),
  sha256: z.string().nullable().meta({ description: 'Of the uploaded file; null until it has arrived.' }),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration: z.number().nullable().meta({ description: 'Seconds.' }),
  pages: z.int().nullable(),
  focal_point: focalPointSchema.nullable(),
  crop: cropSchema.nullable(),
  url: z.url().nullable().meta({ description: 'The processed file in full size; null until there is one.' }),
};

export const assetSchema = z
  .object({
    id: assetIdSchema,
    status: statusSchema.meta({
      description:
        '`pending` until its file has arrived, `processing` until it is processed, then `ready` or `failed`; `trashed` in the trash.',
    }),
    error: errorSchema.nullable().meta({ description: 'Why the file could not be processed.' }),
    ...fileShape,
    alt_text: z.record(z.string(), z.string()).meta({ description: 'Locale → what the picture shows, in words.' }),
    decorative: z.boolean().meta({
      description: 'Whether it only decorates, so that it needs no alternative text.',
    }),
    caption: z.record(z.string(), z.string()).meta({ description: 'Locale → text to show with it.' }),
    credit: z.string().nullable().meta({ description: 'Who made it.' }),
    rights: z.string().nullable().meta({ description: 'Licence or terms.' }),
    tags: z.array(z.string()),
    placeholder: z.string().nullable().meta({ description: 'A ThumbHash, in base64.' }),
    dominant_color: z.string().nullable().meta({ description: '`#rrggbb`' }),
    variants: z.array(variantSchema),
    processing: z.boolean().meta({
      description:
        'Whether served files are being made: at first, and after changes of file, focal point and crop. Meanwhile ' +
        'the earlier ones are served.',
    }),
    replacement: replacementSchema
      .nullable()
      .meta({ description: 'The file that is to replace the current one; null when there is none.' }),
    folder_id: folderIdSchema.nullable(),
    usage_count: z.int().meta({
      description: 'How many entries use it, in drafts or live content. Trashed entries do not count.',
    }),
    created_at: timeSchema,
    created_by: actorSchema,
    updated_at: timeSchema,
    trashed_at: timeSchema.nullable(),
  })
  .meta({ id: 'Asset', examples: [assetExample] });
export type AssetView = z.infer<typeof assetSchema>;

/** Path parameters of operations on one asset. */
export const assetTarget = { projectId: projectIdSchema, assetId: assetIdSchema };
export const assetInput = z.strictObject(assetTarget);

export const filenameSchema = z
  .string()
  .trim()
  .min(1)
  .max(255, { abort: true })
  .normalize('NFC')
  .regex(/^[^/\\\p{Cc}]*$/u, 'A filename must not contain slashes or control characters.')
  .meta({ examples: ['Lighthouse.jpg'] });

const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(50, { abort: true })
  .normalize('NFC')
  .regex(/^[^,\p{Cc}]*$/u, 'A tag must not contain commas or control characters.')
  .meta({ id: 'AssetTag' });

export const listAssetsInput = z.strictObject({
  projectId: projectIdSchema,
  search: z.string().max(200).optional().meta({
    description:
      'Assets with all of these words in filename, alternative texts, captions, credit or tags; the last word may be incomplete.',
  }),
  folder: folderIdSchema.optional().meta({
    description: 'Assets in this folder, but not in its subfolders; `none`: assets in no folder.',
  }),
  mime: z
    .string()
    .max(127, { abort: true })
    .regex(
      /^[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+|\*)$/,
      'Give a media type such as image/png, or image/* for all pictures.',
    )
    .optional()
    .meta({ description: 'A media type, or `image/*` for all types of images.', examples: ['image/*'] }),
  status: statusSchema
    .optional()
    .meta({ description: 'Without it, all assets that have a file and are not in the trash.' }),
  tag: tagSchema.optional().meta({ description: 'Assets with this tag.' }),
  missing_alt: localeSchema.optional().meta({
    description: 'Pictures that are not decorative and have no alternative text in this locale.',
  }),
  unused: z.literal('true').optional().meta({ description: '`true`: assets that no entry uses.' }),
  sort: z
    .enum(['created', '-created', 'updated', '-updated', 'filename', '-filename', 'bytes', '-bytes'])
    .optional()
    .meta({ description: 'A hyphen sorts in descending order. The default is `-created`.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListAssetsInput = z.infer<typeof listAssetsInput>;

export const assetPageSchema = pageOf(assetSchema).meta({ id: 'AssetPage' });
export type AssetPage = z.infer<typeof assetPageSchema>;

const textSchema = z.string().max(1000);
const textsSchema = z
  .union([textSchema, boundedRecord(localeSchema, textSchema.nullable(), 200)])
  .meta({ id: 'TextsByLocale' });
export const focalPointInput = z
  .strictObject({ x: fractionSchema, y: fractionSchema })
  .meta({ id: 'FocalPointInput', examples: [{ x: 0.5, y: 0.25 }] });

/** The most tags of an asset. */
export const MOST_ASSET_TAGS = 30;
const tagsSchema = z.array(tagSchema).max(MOST_ASSET_TAGS).optional();

/** The details that can be changed of several assets at once. */
const patchShape = {
  alt_text: textsSchema.optional().meta({
    description:
      'What the picture shows: a string for the default locale, or locale → text. Locales that are left out stay; null or ' +
      'an empty string removes one.',
    examples: [{ en: 'A lighthouse at dusk' }],
  }),
  decorative: z.boolean().optional(),
  caption: textsSchema.optional().meta({
    description: 'A text to show with it, in the form of `alt_text`.',
  }),
  credit: z.string().max(200).nullable().optional(),
  rights: textSchema.nullable().optional(),
  tags: tagsSchema.meta({ description: 'In place of its tags.' }),
  focal_point: focalPointInput
    .nullable()
    .optional()
    .meta({ description: 'Null for the center. Variants with an aspect ratio are made again, with new URLs.' }),
  folder_id: folderIdSchema.nullable().optional().meta({ description: 'Null for no folder.' }),
};
const bulkPatchSchema = z.strictObject({
  ...patchShape,
  add_tags: tagsSchema.meta({ description: 'Tags that each gets beside its own, up to 30 in all.' }),
  remove_tags: tagsSchema.meta({ description: 'Tags that each loses. Not with `tags`.' }),
});
export type BulkAssetPatch = z.infer<typeof bulkPatchSchema>;

export const updateAssetInput = z
  .strictObject({ ...assetTarget, filename: filenameSchema.optional(), ...patchShape })
  .meta({ examples: [{ alt_text: { en: 'A lighthouse at dusk' }, focal_point: { x: 0.5, y: 0.25 } }] });
export type UpdateAssetInput = z.infer<typeof updateAssetInput>;

export const bulkAssetsInput = z
  .strictObject({
    projectId: projectIdSchema,
    action: z.enum(['move', 'trash', 'restore', 'patch']),
    asset_ids: z.array(assetIdSchema).min(1).max(100).meta({ description: 'The assets, each once.' }),
    folder_id: folderIdSchema
      .nullable()
      .optional()
      .meta({ description: 'For `move`: the target folder; null for no folder.' }),
    patch: bulkPatchSchema.optional().meta({ description: 'For `patch`: the changes of each asset.' }),
    partial: z
      .boolean()
      .optional()
      .meta({ description: 'Changes the assets that can be changed. Without it, one refused asset refuses all.' }),
  })
  .meta({ examples: [{ action: 'move', asset_ids: [assetExample.id], folder_id: null }] });
export type BulkAssetsInput = z.infer<typeof bulkAssetsInput>;

const bulkItemSchema = z.object({
  id: assetIdSchema,
  result: z.enum(['changed', 'unchanged', 'refused']),
  status: statusSchema.nullable().meta({ description: 'Status after the change; null if it was refused.' }),
  error: errorSchema.nullable().meta({ description: 'Why the change was refused.' }),
});
export type BulkAssetItem = z.infer<typeof bulkItemSchema>;

export const bulkAssetsResultSchema = z
  .object({
    data: z.array(bulkItemSchema).meta({ description: 'One item for each asset, in the order of the request.' }),
  })
  .meta({
    id: 'BulkAssetsResult',
    examples: [{ data: [{ id: assetExample.id, result: 'changed', status: 'ready', error: null }] }],
  });
export type BulkAssetsResult = z.infer<typeof bulkAssetsResultSchema>;
