import { z } from 'zod';
import { localeSchema, projectIdSchema } from '../../../api/wire.ts';
import { target } from '../../../domains/entries/entries.schemas.ts';

export const translatedLocale = localeSchema.meta({
  description: 'The locale of the translation; not the default locale.',
  examples: ['de'],
});
const fieldKeys = z.array(z.string().max(64)).max(100);

const kindSchema = z.enum(['deepl', 'openai']).nullable();

export const serviceSchema = z
  .object({
    kind: kindSchema.meta({ description: 'Null while there is none.' }),
    url: z.string().nullable(),
    model: z.string().nullable(),
  })
  .meta({
    id: 'TranslationService',
    examples: [{ kind: 'openai', url: 'https://llm.example.org/v1', model: 'translator-1' }],
  });
export type ServiceView = z.infer<typeof serviceSchema>;

export const changeServiceInput = z
  .strictObject({
    projectId: projectIdSchema,
    kind: kindSchema.meta({
      description:
        '`deepl`, or `openai` for any service with the chat completions of OpenAI. Null removes the service.',
    }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .meta({
        description: 'Where it is. For DeepL only if it is not at the usual address.',
      }),
    model: z.string().trim().min(1).max(200).optional().meta({ description: 'Only for `openai`.' }),
    api_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,500}$/, 'A key has no spaces.')
      .optional()
      .meta({ description: 'Never shown again. Without it, the key stays, if `kind` and `url` do.' }),
  })
  .meta({ examples: [{ kind: 'deepl', api_key: '279a2e9d-83b3-c416-7e2d-f721593e42a0:fx' }] });
export type ChangeServiceInput = z.infer<typeof changeServiceInput>;

const word = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), 'A term is a single line, without tabs.');
const termsSchema = z.array(z.strictObject({ term: word, translation: word })).max(1000);

export const glossaryInput = z.strictObject({ projectId: projectIdSchema, locale: translatedLocale });
export const changeGlossaryInput = glossaryInput
  .extend({
    terms: termsSchema,
    base_version: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The version that you changed. Without it, the newest.' }),
  })
  .meta({ examples: [{ base_version: 1, terms: [{ term: 'draft', translation: 'Entwurf' }] }] });
export type ChangeGlossaryInput = z.infer<typeof changeGlossaryInput>;
export const glossarySchema = z
  .object({
    locale: z.string(),
    terms: termsSchema,
    version: z.int().meta({ description: 'Counts the changes; 0 before the first one.' }),
  })
  .meta({
    id: 'Glossary',
    examples: [{ locale: 'de', terms: [{ term: 'draft', translation: 'Entwurf' }], version: 2 }],
  });
export type Glossary = z.infer<typeof glossarySchema>;

export const translateEntryInput = z
  .strictObject({
    ...target,
    locale: translatedLocale,
    fields: fieldKeys.min(1).optional().meta({
      description:
        'Fields to translate, whatever they say. Without it, those that are empty or whose source has changed.',
    }),
    keep_written: z
      .boolean()
      .optional()
      .meta({ description: 'Leaves every text as it is that a person wrote or checked.' }),
  })
  .meta({ examples: [{}] });
export type TranslateEntryInput = z.infer<typeof translateEntryInput>;
export const machineTranslationSchema = z
  .object({
    locale: z.string(),
    version: z.int().meta({ description: 'Version of the entry afterwards.' }),
    translated_fields: z.array(z.string()),
    unchanged_fields: z.array(z.string()).meta({ description: 'Fields whose translation says the same already.' }),
    left_fields: z
      .array(z.string())
      .meta({ description: 'Fields left as they were, because the service lost their inline marks.' }),
    kept_fields: z.array(z.string()).meta({ description: 'With `keep_written`: fields that people wrote or checked.' }),
  })
  .meta({
    id: 'MachineTranslation',
    examples: [
      {
        locale: 'de',
        version: 4,
        translated_fields: ['title', 'body'],
        unchanged_fields: [],
        left_fields: [],
        kept_fields: [],
      },
    ],
  });
export type MachineTranslation = z.infer<typeof machineTranslationSchema>;
