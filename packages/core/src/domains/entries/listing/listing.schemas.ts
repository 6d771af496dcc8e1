import { z } from 'zod';
import {
  collectionKeySchema,
  cursorSchema,
  dayInput,
  entryIdSchema,
  limitSchema,
  localeSchema,
  pageOf,
  projectIdSchema,
} from '../../../api/wire.ts';
import { entryListItemSchema } from '../entries.schemas.ts';

const personOf = (description: string) =>
  z
    .string()
    .max(64)
    .optional()
    .meta({ description, examples: ['me'] });

/** The filters of lists and counts of entries. */
export const listFilterShape = {
  collection: collectionKeySchema.optional(),
  status: z.enum(['draft', 'published', 'changed', 'settled', 'trashed']).optional().meta({
    description:
      'Without it, all entries outside of the trash. `changed`: live, but not all of it. `settled`: live, and nothing of it has changed or is reviewed. With `locale`, the status in that locale.',
  }),
  locale: localeSchema.optional().meta({ description: 'Entries that have a draft or live values in this locale.' }),
  search: z
    .string()
    .max(200)
    .optional()
    .meta({
      description:
        'Entries with all of these words in one locale; the last word may be incomplete. The best hits come first, ' +
        'titles before other fields; if more than 1,000 drafts match, the newest. `sort` takes precedence. ' +
        'If nothing matches, titles with similar words are found.',
    }),
  search_in: z.enum(['own', 'references']).optional().meta({
    description:
      'Where `search` looks: in entries alone, or also in the titles of up to 50 entries that fields refer to.',
  }),
  state: z
    .string()
    .max(64)
    .optional()
    .meta({
      description:
        'Entries of the `collection` in this state of its workflow. Those that are live as they are, with nothing to review, are in none.',
      examples: ['review'],
    }),
  assignee: personOf('Entries that are assigned to this person, by id; `me` for the caller.'),
  created_by: personOf('Entries that this person or token created, by id; `me` for the caller.'),
  updated_by: personOf('Entries whose newest values this person or token saved, by id; `me` for the caller.'),
  due_by: dayInput.optional().meta({
    description: 'Entries that are due on this day or before, and not approved.',
    examples: ['2026-12-31'],
  }),
  due_from: dayInput.optional().meta({
    description: 'Entries that are due on this day or after, and not approved.',
    examples: ['2026-12-01'],
  }),
  translation: z
    .string()
    .max(80)
    .optional()
    .meta({
      description:
        'Entries by how their translation stands: LOCALE:STATE with `missing`, `outdated` (the default locale has changed ' +
        'since), `current`, or `unchecked` (a machine translated texts that no one has checked); several are separated by commas.',
      examples: ['de:missing'],
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
        'Conditions on fields of the `collection`, separated by commas; entries must meet all. FIELD:OPERATOR:VALUE ' +
        'with `is`, `contains`, `gte` or `lte`; FIELD:empty and FIELD:filled. In values, commas and percent ' +
        'signs are percent-encoded. Compares the draft in `locale`, or else in the default locale; fields that all locales share in any. `author.country:is:DE` ' +
        'is about the entry that a field refers to, over three references at most.',
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
        'A hyphen sorts in descending order. `position` is the manual order of one collection, `order` its order in ' +
        'the schema: manual, by the draft values of a field in the default locale, or newest first; ' +
        '`-order` is the reverse. `trashed` is the time of deletion, with `status=trashed`. ' +
        'The default is `-created`, or for a search the best hits first.',
    }),
  include: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['values', 'short_values', 'live_values', 'translations', 'position'])))
    .optional()
    .meta({
      description:
        '`values` (of the draft), `live_values` or both, separated by a comma. `short_values` ' +
        'instead of `values` leaves out rich text, Markdown, blocks, lists, ' +
        'objects and JSON. `translations`: how each translation stands, and its outdated fields. `position`: the place in the manual order.',
      examples: ['values'],
    }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListEntriesInput = z.infer<typeof listEntriesInput>;
export type ListFilters = Pick<ListEntriesInput, keyof typeof listFilterShape>;

export const entryPageSchema = pageOf(entryListItemSchema).meta({ id: 'EntryPage' });
export type EntryPage = z.infer<typeof entryPageSchema>;
