import { z } from 'zod';
import { collectionKeySchema, cursorSchema, entryIdSchema, localeSchema, projectIdSchema } from '../../api/wire.ts';
import { refusalSchema } from '../../domains/entries/bulk.schemas.ts';
import { entryExample, target } from '../../domains/entries/entries.schemas.ts';
import { TRANSLATION_STATES } from '../../domains/entries/overview/translation-state.ts';
import { translatedLocale } from './machine/machine.schemas.ts';
import { MOST_FILES } from './texts/read-xliff.ts';

export const exportInput = z.strictObject({
  projectId: projectIdSchema,
  locale: localeSchema.meta({ description: 'The locale to translate into; not the default locale.', examples: ['de'] }),
  entries: z
    .string()
    .max(6500)
    .transform((text) => text.split(','))
    .pipe(z.array(entryIdSchema).max(MOST_FILES))
    .optional()
    .meta({ description: 'Ids of entries, separated by commas. Without it, those that `state` names.' }),
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(TRANSLATION_STATES)))
    .optional()
    .meta({ description: 'States of the translation, separated by commas. The default is `missing,outdated`.' }),
  collection: collectionKeySchema.optional(),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_FILES)
    .default(MOST_FILES)
    .meta({ description: 'The most entries in a document.' }),
  cursor: cursorSchema,
});
export type ExportInput = z.infer<typeof exportInput>;

const XLIFF_EXAMPLE =
  '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">…</xliff>';

export const exportSchema = z
  .object({
    xliff: z.string().nullable().meta({ description: 'The document; null when there is nothing to translate.' }),
    entries: z.int().meta({ description: 'Entries in it.' }),
    next_cursor: z.string().nullable().meta({ description: 'Send it as `cursor` for the next document.' }),
  })
  .meta({ id: 'TranslationExport', examples: [{ xliff: XLIFF_EXAMPLE, entries: 1, next_cursor: null }] });
export type Export = z.infer<typeof exportSchema>;

export const importInput = z
  .strictObject({
    projectId: projectIdSchema,
    xliff: z.string().meta({ description: 'A document that was exported from this project, translated.' }),
    accept_changed_source: z.boolean().optional().meta({
      description: 'Also saves translations of texts that have changed in the source since the export.',
    }),
  })
  .meta({ examples: [{ xliff: XLIFF_EXAMPLE }] });
export type ImportInput = z.infer<typeof importInput>;

const importedEntrySchema = z.object({
  entry_id: entryIdSchema,
  result: z.enum(['saved', 'unchanged', 'refused']),
  version: z.int().nullable().meta({ description: 'Version of the entry after the import; null when refused.' }),
  untranslated_fields: z
    .array(z.string())
    .meta({ description: 'Fields that were left as they are, since not all of their texts are translated.' }),
  changed_fields: z.array(z.string()).meta({ description: 'Fields whose source has changed since the export.' }),
  error: refusalSchema.nullable(),
});
export type ImportedEntry = z.infer<typeof importedEntrySchema>;

export const importResultSchema = z.object({ locale: z.string(), data: z.array(importedEntrySchema) }).meta({
  id: 'TranslationImport',
  examples: [
    {
      locale: 'de',
      data: [
        {
          entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
          result: 'saved',
          version: 4,
          untranslated_fields: [],
          changed_fields: [],
          error: null,
        },
      ],
    },
  ],
});
export type ImportResult = z.infer<typeof importResultSchema>;

export const confirmTranslationInput = z
  .strictObject({
    ...target,
    locale: translatedLocale,
    base_version: z.int().min(1).meta({ description: 'The version of the entry that was checked.' }),
    fields: z.array(z.string().max(64)).max(100).optional().meta({ description: 'Without it, all fields.' }),
  })
  .meta({ examples: [{ base_version: 4 }] });
export type ConfirmTranslationInput = z.infer<typeof confirmTranslationInput>;
export const confirmedTranslationSchema = z
  .object({ locale: z.string(), confirmed_fields: z.array(z.string()) })
  .meta({ id: 'ConfirmedTranslation', examples: [{ locale: 'de', confirmed_fields: ['title'] }] });
export type ConfirmedTranslation = z.infer<typeof confirmedTranslationSchema>;

export const confirmTranslationsInput = z
  .strictObject({
    projectId: projectIdSchema,
    locale: translatedLocale,
    entry_ids: z.array(entryIdSchema).min(1).max(100),
    base_versions: z
      .array(z.int().min(1))
      .min(1)
      .max(100)
      .meta({ description: 'The version of each entry that was checked, in the order of `entry_ids`.' }),
  })
  .meta({ examples: [{ entry_ids: [entryExample.id], base_versions: [4] }] });
export type ConfirmTranslationsInput = z.infer<typeof confirmTranslationsInput>;
export const confirmedTranslationsSchema = z
  .object({
    data: z
      .array(z.object({ id: entryIdSchema, confirmed_fields: z.array(z.string()), error: refusalSchema.nullable() }))
      .meta({ description: 'In the order of the request.' }),
  })
  .meta({
    id: 'ConfirmedTranslations',
    examples: [{ data: [{ id: entryExample.id, confirmed_fields: ['title'], error: null }] }],
  });
export type ConfirmedTranslations = z.infer<typeof confirmedTranslationsSchema>;
