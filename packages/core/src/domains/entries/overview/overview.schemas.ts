import { z } from 'zod';
import { actorSchema, collectionKeySchema, localeSchema, projectIdSchema, timeSchema } from '../../../api/wire.ts';
import { target } from '../entries.schemas.ts';
import { listFilterShape } from '../listing/listing.schemas.ts';

export const countEntriesInput = z.strictObject({
  projectId: projectIdSchema,
  ...listFilterShape,
  include: z.enum(['locales', 'states', 'translations']).optional().meta({
    description:
      '`locales`: also the counts of each locale. `states`: those of each state of a workflow. `translations`: how many translations are missing, outdated and current.',
  }),
});
export type CountEntriesInput = z.infer<typeof countEntriesInput>;

const localeCountsSchema = z.object({
  live: z.int().meta({ description: 'Live in this locale, including those with another draft.' }),
  changed: z.int().meta({ description: 'Those of `live` that are not live as a whole.' }),
  draft: z.int().meta({ description: 'With a draft in this locale, not live in it.' }),
  missing: z.int().meta({ description: 'With neither a draft nor live content.' }),
});
export type LocaleCounts = z.infer<typeof localeCountsSchema>;

const translationCountsSchema = z.object({
  missing: z.int().meta({ description: 'Without a draft in this locale.' }),
  outdated: z.int().meta({ description: 'The source has changed since the translation.' }),
  outdated_fields: z.int().meta({ description: 'How many fields of those are outdated.' }),
  current: z.int(),
});
export type TranslationCounts = z.infer<typeof translationCountsSchema>;

const example = {
  collection_key: 'posts',
  total: 12,
  live: 9,
  changed: 2,
  draft: 3,
  trashed: 1,
  locales: {
    en: { live: 9, changed: 2, draft: 3, missing: 0 },
    de: { live: 4, changed: 0, draft: 2, missing: 6 },
  },
};

export const entryCountsSchema = z
  .object({
    data: z.array(
      z
        .object({
          collection_key: collectionKeySchema,
          total: z.int().meta({ description: 'All entries outside of the trash.' }),
          live: z.int().meta({ description: 'Live in some locale, including those with another draft.' }),
          changed: z.int().meta({ description: 'Those of `live` whose draft differs.' }),
          draft: z.int().meta({ description: 'Live nowhere.' }),
          trashed: z.int(),
          locales: z
            .record(z.string(), localeCountsSchema)
            .optional()
            .meta({ description: 'Of entries outside of the trash, for each locale of the project.' }),
          states: z.record(z.string(), z.int()).optional().meta({
            description:
              'Of entries outside of the trash that have something to review, for each state of the workflow.',
          }),
          settled: z.int().optional().meta({
            description: 'With `include=states`: live, and nothing of them has changed or is reviewed.',
          }),
          translations: z.record(z.string(), translationCountsSchema).optional().meta({
            description: 'Of entries with localized fields and a draft in the default locale, for each other locale.',
          }),
        })
        .meta({ id: 'CollectionCounts', examples: [example] }),
    ),
  })
  .meta({
    id: 'EntryCounts',
    description: 'Collections without entries are left out.',
    examples: [{ data: [example] }],
  });
export type EntryCounts = z.infer<typeof entryCountsSchema>;

export const compareTranslationInput = z.strictObject({
  ...target,
  locale: localeSchema.meta({
    description: 'The locale of the translation. Nothing has changed for the default locale itself.',
  }),
});
export type CompareTranslationInput = z.infer<typeof compareTranslationInput>;

export const translationSchema = z
  .object({
    locale: z.string(),
    source_locale: z.string().meta({ description: "The project's default locale." }),
    translated_version: z
      .int()
      .nullable()
      .meta({ description: 'The last version that changed fields of this locale; null when it has no draft.' }),
    translated_at: timeSchema.nullable(),
    translated_by: actorSchema.nullable(),
    changed_fields: z.array(z.string()).meta({
      description:
        'Localized fields of the source that have changed since each was translated, or found still correct.',
    }),
    before: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The values of those fields that were translated; null for an empty field.' }),
    machine_fields: z
      .array(z.string())
      .meta({ description: 'Fields of this locale that a machine translated, and no one has changed or confirmed.' }),
  })
  .meta({
    id: 'EntryTranslation',
    examples: [
      {
        locale: 'de',
        source_locale: 'en',
        translated_version: 3,
        translated_at: '2026-11-21T09:30:00.000Z',
        translated_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' },
        changed_fields: ['title'],
        before: { title: 'Hello' },
        machine_fields: [],
      },
    ],
  });
export type Translation = z.infer<typeof translationSchema>;
