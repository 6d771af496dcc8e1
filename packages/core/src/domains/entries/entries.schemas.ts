import { boundedArray, boundedRecord } from '@stele/schema';
import { z } from 'zod';
import {
  actorSchema,
  assetIdSchema,
  collectionKeySchema,
  entryIdSchema,
  externalIdSchema,
  importSchema,
  localeSchema,
  projectIdSchema,
  timeSchema,
} from '../../api/wire.ts';
import { REFUSAL_REASONS } from '../../platform/error-details.ts';
import { changeWarningCodes } from '../../publishing/changes/change-warning.ts';
import { TRANSLATION_STATES } from './overview/translation-state.ts';
import { reviewSchema } from './review/review.schemas.ts';

const localeStatusSchema = z.enum(['draft', 'published']);

const localeValuesSchema = z.record(z.string(), z.unknown());

/** Values that a client sends: a locale's complete values, or null to remove its draft. */
export const valuesInputSchema = boundedRecord(localeSchema, localeValuesSchema.nullable(), 200).meta({
  id: 'ValuesInput',
  description: 'Locale → field → value. Each locale that is sent is replaced completely; null removes its draft.',
  examples: [{ en: { title: 'Hello' }, de: { title: 'Hallo' } }],
});

/** Changes of single fields that a client sends. */
const valuesPatchSchema = boundedRecord(localeSchema, localeValuesSchema.nullable(), 200).meta({
  description:
    'Locale → field → value. Fields that are not sent stay as they are; null clears a field. A list or an object is ' +
    "replaced as a whole. null as a locale's value removes its draft.",
  examples: [{ en: { title: 'Hello' } }],
});

const listItemShape = {
  id: entryIdSchema,
  external_id: z.string().nullable().meta({ description: 'Identifier in the system that the entry came from.' }),
  collection_key: collectionKeySchema,
  version: z.int().meta({ description: 'Grows with every change.' }),
  status: z.enum(['draft', 'published', 'trashed']),
  locales_status: z.record(z.string(), localeStatusSchema),
  changed_locales: z.array(z.string()).meta({ description: 'Live locales whose draft differs from the live content.' }),
  title: z.string(),
  created_at: timeSchema,
  created_by: actorSchema,
  updated_at: timeSchema,
  updated_by: actorSchema,
  published_at: timeSchema.nullable().meta({ description: 'When the newest live locale was published.' }),
  review: reviewSchema.nullable().meta({ description: 'Null until someone moves or assigns the entry.' }),
  trashed_at: timeSchema.nullable(),
  purge_at: timeSchema.nullable().meta({ description: 'When a trashed entry is removed for good.' }),
  was_live_in: z.array(z.string()).meta({
    description: 'Locales of a trashed entry that were live until it was deleted. `republish` makes them live again.',
  }),
};

export const entryExample = {
  id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
  external_id: null,
  collection_key: 'posts',
  version: 3,
  status: 'published',
  locales_status: { en: 'published' },
  changed_locales: [],
  title: 'Hello',
  values: { en: { title: 'Hello' } },
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  updated_at: '2026-11-21T09:31:00.000Z',
  updated_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
  published_at: '2026-11-21T09:32:00.000Z',
  review: null,
  trashed_at: null,
  purge_at: null,
  was_live_in: [],
};

/** An entry with its values. */
export const entrySchema = z
  .object({ ...listItemShape, values: z.record(z.string(), localeValuesSchema) })
  .meta({ id: 'Entry', examples: [entryExample] });
export type EntryView = z.infer<typeof entrySchema>;

/** Why a value is refused, as details of errors say it. */
export const refusedValueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  reason: z.enum(REFUSAL_REASONS).optional(),
  title: z.string().optional(),
});
export type RefusedValue = z.infer<typeof refusedValueSchema>;

/** An entry after a save. */
export const savedEntrySchema = entrySchema
  .extend({
    refused: z.array(refusedValueSchema).optional().meta({
      description: 'With `partial`: the values that were not saved, and why. Their fields stay as they were.',
    }),
  })
  .meta({ id: 'SavedEntry', examples: [entryExample] });
export type SavedEntry = z.infer<typeof savedEntrySchema>;

/** An entry that refers to another. */
const referrerSchema = z.object({
  id: entryIdSchema,
  collection_key: collectionKeySchema,
  title: z.string(),
  draft: z.boolean().meta({ description: 'Whether its draft refers to the entry.' }),
  live: z.boolean().meta({ description: 'Whether its live content refers to the entry.' }),
});
export type Referrer = z.infer<typeof referrerSchema>;

export const uncheckedFieldsSchema = z.record(z.string(), z.array(z.string())).meta({
  description: 'By locale, the fields of drafts that a machine translated and no one has checked.',
});

/** An entry with its details, as it's read alone. */
export const entryDetailSchema = entrySchema
  .extend({
    live_values: z.record(z.string(), localeValuesSchema).optional(),
    unchecked_fields: uncheckedFieldsSchema,
    used_by: z.array(referrerSchema).meta({
      description:
        'Entries outside of the trash that refer to this one, at most 100. The list with `refers_to` has all.',
    }),
  })
  .meta({ id: 'EntryDetail', examples: [{ ...entryExample, unchecked_fields: {}, used_by: [] }] });
export type EntryDetail = z.infer<typeof entryDetailSchema>;

/** An entry in a list: with values only when requested. */
export const entryListItemSchema = z
  .object({
    ...listItemShape,
    values: z.record(z.string(), localeValuesSchema).optional(),
    live_values: z.record(z.string(), localeValuesSchema).optional(),
    found_by: z
      .array(z.object({ id: entryIdSchema, collection_key: collectionKeySchema, title: z.string() }))
      .optional()
      .meta({
        description: 'Entries that it refers to, whose titles `search` finds.',
      }),
    translations: z.record(z.string(), z.enum(TRANSLATION_STATES)).optional(),
    outdated_fields: z.record(z.string(), z.array(z.string())).optional(),
    position: z.string().optional().meta({
      description: 'Sorts byte by byte. Of an entry that no one has moved, its id without the prefix.',
    }),
  })
  .meta({ id: 'EntryListItem', examples: [entryExample] });
export type EntryListItem = z.infer<typeof entryListItemSchema>;

/** A consequence of a change that people should know. */
export const warningSchema = z
  .object({
    code: z.enum(changeWarningCodes),
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])).optional(),
    entry_id: entryIdSchema.optional(),
    title: z.string().optional(),
    asset_id: assetIdSchema.optional(),
    source_id: entryIdSchema.optional().meta({ description: 'The published entry, where several were published.' }),
  })
  .meta({
    id: 'EntryWarning',
    examples: [
      {
        code: 'entry.still_referred_to',
        message: 'The live entry "News" refers to this one.',
        entry_id: entryExample.id,
        title: 'News',
      },
    ],
  });

/** Path parameters of operations on one entry. */
export const target = { projectId: projectIdSchema, entryId: entryIdSchema };

export const getEntryInput = z.strictObject({
  ...target,
  include: z.literal('live_values').optional().meta({
    description: '`live_values`: also the draft values from which the live content was made.',
  }),
});
export type GetEntryInput = z.infer<typeof getEntryInput>;

export const createEntryInput = z
  .strictObject({
    projectId: projectIdSchema,
    collection_key: collectionKeySchema,
    external_id: externalIdSchema.optional(),
    values: valuesInputSchema.optional(),
    via: importSchema,
  })
  .meta({ examples: [{ collection_key: 'posts', values: { en: { title: 'Hello' } } }] });
export type CreateEntryInput = z.infer<typeof createEntryInput>;

export const saveDraftInput = z
  .strictObject({
    ...target,
    values: valuesInputSchema,
    base_version: z.int().min(1).meta({ description: 'The version that the values were edited from.' }),
    autosave: z.boolean().optional().meta({
      description:
        'Saved automatically. Automatic saves of one author within ten minutes are one record of the history.',
    }),
    merge: z.boolean().optional().meta({
      description:
        'If values changed since `base_version`: merges objects by field and rows by `_key`, and refuses only conflicts.',
    }),
    partial: z.boolean().optional().meta({
      description:
        'Saves the fields that can be saved, and lists the others under `refused`, where one alone would refuse the whole save.',
    }),
    via: importSchema,
  })
  .meta({ examples: [{ values: { en: { title: 'Hello, world' } }, base_version: 3 }] });
export type SaveDraftInput = z.infer<typeof saveDraftInput>;

export const patchDraftInput = saveDraftInput
  .extend({ values: valuesPatchSchema })
  .meta({ examples: [{ values: { en: { title: 'Hello, world' } }, base_version: 3 }] });

export const entryLocalesSchema = boundedArray(localeSchema, { min: 1, max: 200 });

export const baseVersionSchema = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'Refuses with 409 if values changed after this version.' });

export const publishEntryInput = z
  .strictObject({
    ...target,
    locales: entryLocalesSchema.meta({ description: 'The locales to publish: at least one, each once.' }),
    base_version: baseVersionSchema,
    via: importSchema,
  })
  .meta({ examples: [{ locales: ['en', 'de'] }] });
export type PublishEntryInput = z.infer<typeof publishEntryInput>;

export const publishResultSchema = z
  .object({
    version: z.int().meta({ description: 'Version of the entry after the publish.' }),
    locales_status: z.record(z.string(), localeStatusSchema),
    entry_status: z.enum(['draft', 'published', 'trashed']),
    published_at: timeSchema.nullable().meta({ description: 'Null when no locale of the entry is live.' }),
    unchanged: z
      .boolean()
      .meta({ description: 'True when nothing had changed since the last publish, so no snapshot was made.' }),
    warnings: z.array(warningSchema).meta({
      description:
        'References to entries that are not live, live entries that refer to one that left the site, pictures ' +
        'without an alternative text in the locale, and texts that a machine translated and no one has checked.',
    }),
  })
  .meta({
    id: 'PublishResult',
    examples: [
      {
        version: 4,
        locales_status: { de: 'draft', en: 'published' },
        entry_status: 'published',
        published_at: '2026-11-21T09:32:00.000Z',
        unchanged: false,
        warnings: [],
      },
    ],
  });
export type PublishResult = z.infer<typeof publishResultSchema>;

/** An entry after a change, with warnings. */
export const entryWithWarningsSchema = entrySchema
  .extend({ warnings: z.array(warningSchema) })
  .meta({ id: 'EntryWithWarnings', examples: [{ ...entryExample, warnings: [] }] });
export type EntryWithWarnings = z.infer<typeof entryWithWarningsSchema>;

export const entryInput = z.strictObject(target);

export const unpublishEntryInput = z
  .strictObject({
    ...target,
    locales: entryLocalesSchema.meta({ description: 'The locales to take off the site.' }),
  })
  .meta({ examples: [{ locales: ['de'] }] });
export type UnpublishEntryInput = z.infer<typeof unpublishEntryInput>;

export const republishEntryInput = z
  .strictObject({
    ...target,
    locales: entryLocalesSchema.optional().meta({
      description: 'The locales to republish. The default is those that left the site last, together.',
    }),
  })
  .meta({ examples: [{}] });
export type RepublishEntryInput = z.infer<typeof republishEntryInput>;

export const undoPublishInput = z
  .strictObject({
    ...target,
    version: z.int().min(1).meta({ description: 'The version that the publish returned.' }),
  })
  .meta({ examples: [{ version: 4 }] });
export type UndoPublishInput = z.infer<typeof undoPublishInput>;

export const duplicateEntryInput = z
  .strictObject({
    ...target,
    locales: entryLocalesSchema.optional().meta({ description: 'The default is all locales.' }),
  })
  .meta({ examples: [{ locales: ['en'] }] });
export type DuplicateEntryInput = z.infer<typeof duplicateEntryInput>;

export const orderEntriesInput = z
  .strictObject({
    projectId: projectIdSchema,
    collection_key: collectionKeySchema,
    entry_ids: boundedArray(entryIdSchema, { min: 1, max: 500 }).meta({
      description: 'The entries to move, in their new order.',
    }),
    after: entryIdSchema
      .nullish()
      .meta({ description: 'The entry right before them; null or absent puts them first.' }),
  })
  .meta({ examples: [{ collection_key: 'pages', entry_ids: [entryExample.id], after: null }] });
export type OrderEntriesInput = z.infer<typeof orderEntriesInput>;

export const orderResultSchema = z
  .object({ data: z.array(z.object({ id: entryIdSchema, position: z.string() })) })
  .meta({ id: 'OrderResult', examples: [{ data: [{ id: entryExample.id, position: 'i' }] }] });
export type OrderResult = z.infer<typeof orderResultSchema>;
