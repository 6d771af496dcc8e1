import { z } from 'zod';
import { actorSchema, collectionKeySchema, localeSchema, projectIdSchema, timeSchema } from '../../../api/wire.ts';
import { target } from '../entries.schemas.ts';
import { listFilterShape } from '../listing/listing.schemas.ts';

export const countEntriesInput = z.strictObject({
  projectId: projectIdSchema,
  ...listFilterShape,
  include: z.literal('locales').optional().meta({ description: '`locales`: also how far each locale is.' }),
});
export type CountEntriesInput = z.infer<typeof countEntriesInput>;

const localeCountsSchema = z.object({
  live: z.int().meta({ description: 'Live here, those with a newer draft included.' }),
  changed: z.int().meta({ description: 'Of those, how many have a draft that says something else.' }),
  draft: z.int().meta({ description: 'With a draft here, and not live here.' }),
  missing: z.int().meta({ description: 'Without anything here.' }),
});
export type LocaleCounts = z.infer<typeof localeCountsSchema>;

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
          total: z.int().meta({ description: 'All outside of the trash.' }),
          live: z.int().meta({ description: 'Live in some locale, those with a newer draft included.' }),
          changed: z.int().meta({ description: 'Of those, how many have a draft that says something else.' }),
          draft: z.int().meta({ description: 'Live nowhere.' }),
          trashed: z.int(),
          locales: z
            .record(z.string(), localeCountsSchema)
            .optional()
            .meta({ description: 'Of entries outside of the trash, for each locale of the project.' }),
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
  locale: localeSchema.meta({ description: 'The locale that is translated into; not the default one.' }),
});
export type CompareTranslationInput = z.infer<typeof compareTranslationInput>;

export const translationSchema = z
  .object({
    locale: z.string(),
    source_locale: z.string().meta({ description: "The project's default locale." }),
    translated_version: z
      .int()
      .nullable()
      .meta({ description: 'The version in which fields of this locale changed last; null when it has no draft.' }),
    translated_at: timeSchema.nullable(),
    translated_by: actorSchema.nullable(),
    changed_fields: z
      .array(z.string())
      .meta({ description: 'Localized fields of the source that differ from what they were then.' }),
    before: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the source said in those fields then; null where it said nothing.' }),
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
      },
    ],
  });
export type Translation = z.infer<typeof translationSchema>;
