import { z } from 'zod';
import {
  collectionKeySchema,
  cursorSchema,
  entryIdSchema,
  limitSchema,
  localeSchema,
  pageOf,
  projectIdSchema,
} from '../../../api/wire.ts';
import { entryListItemSchema } from '../entries.schemas.ts';

/** What lists and counts of entries are narrowed to. */
export const listFilterShape = {
  collection: collectionKeySchema.optional(),
  status: z.enum(['draft', 'published', 'changed', 'trashed']).optional().meta({
    description:
      'Without it, all entries outside of the trash. `changed`: live with a newer draft. With `locale`, the status in that locale.',
  }),
  locale: localeSchema.optional().meta({ description: 'Entries that have a draft or live values in this locale.' }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({
      description:
        'Entries with all of these words in one locale; the last word may be incomplete. The best hits come first, ' +
        'those in titles before others; with more than 1,000 found drafts the newest, and with `sort` by that. ' +
        'Without any hit, words of titles with one or two typing mistakes are found.',
    }),
  refers_to: entryIdSchema
    .optional()
    .meta({ description: 'Entries whose newest values or live content refer to this entry.' }),
  filter: z
    .string()
    .max(2000)
    .optional()
    .meta({
      description:
        'Conditions on fields of the `collection`, separated by commas; entries must meet all: FIELD:OPERATOR:VALUE, ' +
        'with `is`, `contains`, `gte`, `lte`, or without a value `empty` and `filled`. In values, commas and percent ' +
        'signs are percent-encoded. The newest values count, in `locale` or else the default locale.',
      examples: ['category:is:news,date:gte:2026-01-01'],
    }),
};

export const listEntriesInput = z.strictObject({
  projectId: projectIdSchema,
  ...listFilterShape,
  sort: z
    .enum([
      ...(['created', '-created', 'updated', '-updated', 'title', '-title'] as const),
      ...(['position', '-position', 'order', '-order', 'trashed', '-trashed'] as const),
    ])
    .optional()
    .meta({
      description:
        'With a hyphen the greatest first. `position` is the order by hand of one collection, and `order` the order ' +
        'that the schema gives it: by hand, by the newest values of a field in the default locale, or the newest first; ' +
        '`-order` is its reverse. `trashed` is when it went to the trash, with `status=trashed`. ' +
        'Without `sort` the newest made come first, or of a search the best hits.',
    }),
  include: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['values', 'short_values', 'live_values'])))
    .optional()
    .meta({
      description:
        '`values`, `live_values` or both, with a comma between: the newest values, and those that are live. `short_values` ' +
        'instead of `values`: only those of fields that fit into a cell of a table. Rich text, Markdown, blocks, lists, ' +
        'objects and JSON are left out.',
      examples: ['values'],
    }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListEntriesInput = z.infer<typeof listEntriesInput>;
export type ListFilters = Pick<ListEntriesInput, keyof typeof listFilterShape>;

export const entryPageSchema = pageOf(entryListItemSchema).meta({ id: 'EntryPage' });
export type EntryPage = z.infer<typeof entryPageSchema>;
