import { z } from 'zod';
import {
  actorSchema,
  cursorSchema,
  entryIdSchema,
  limitSchema,
  pageOf,
  projectIdSchema,
  timeSchema,
} from '../../../api/wire.ts';
import { refusalSchema } from '../../../domains/entries/bulk.schemas.ts';
import { translatedLocale } from '../machine/machine.schemas.ts';

/** The most entries of a run. */
export const MOST_RUN_ENTRIES = 5_000;

const runIdSchema = z.string().max(64);
const results = ['waiting', 'translated', 'partly', 'unchanged', 'failed', 'undone', 'kept'] as const;
export type RunResult = (typeof results)[number];

export const startRunInput = z
  .strictObject({
    projectId: projectIdSchema,
    locale: translatedLocale,
    entry_ids: z
      .array(entryIdSchema)
      .min(1)
      .max(MOST_RUN_ENTRIES)
      .optional()
      .meta({ description: `Without it, the first ${MOST_RUN_ENTRIES} that have no translation.` }),
    keep_written: z
      .boolean()
      .default(true)
      .meta({ description: 'Keeps every text that a person wrote or checked, even an outdated one.' }),
  })
  .meta({ examples: [{ locale: 'de', entry_ids: ['ent_01kah4y2v8n6t4s1xj0p9g3hqa'] }] });
export type StartRunInput = z.infer<typeof startRunInput>;

export const runTarget = z.strictObject({ projectId: projectIdSchema, runId: runIdSchema });
export type RunTarget = z.infer<typeof runTarget>;

const count = z.int();
const countsSchema = z
  .object({
    waiting: count,
    translated: count,
    partly: count,
    unchanged: count,
    failed: count,
    undone: count,
    kept: count,
  } satisfies Record<RunResult, typeof count>)
  .meta({ description: 'How many entries have which result.' });

const runExample = {
  id: 'trr_01kah4y2v8n6t4s1xj0p9g3hqa',
  locale: 'de',
  keep_written: true,
  state: 'running',
  error: null,
  actor: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' },
  undone_by: null,
  created_at: '2026-11-21T09:30:00.000Z',
  ended_at: null,
};

export const runSchema = z
  .object({
    id: runIdSchema,
    locale: z.string(),
    keep_written: z.boolean(),
    state: z.enum(['running', 'done', 'stopped', 'cancelled', 'undoing', 'undone']).meta({
      description: '`stopped`: no other entry would be translated either, as `error` says.',
    }),
    error: refusalSchema.nullable(),
    counts: countsSchema,
    actor: actorSchema.meta({ description: 'Who started it. Entries are saved with their rights.' }),
    undone_by: actorSchema.nullable().meta({ description: 'Who undid it or is undoing it, with their own rights.' }),
    created_at: timeSchema,
    ended_at: timeSchema.nullable(),
  })
  .meta({
    id: 'TranslationRun',
    examples: [
      { ...runExample, counts: { waiting: 8, translated: 3, partly: 1, unchanged: 0, failed: 0, undone: 0, kept: 0 } },
    ],
  });
export type RunView = z.infer<typeof runSchema>;

export const listRunsInput = z.strictObject({ projectId: projectIdSchema, limit: limitSchema, cursor: cursorSchema });
export type ListRunsInput = z.infer<typeof listRunsInput>;

export const listedRunSchema = runSchema
  .omit({ counts: true })
  .meta({ id: 'ListedTranslationRun', examples: [runExample] });
export type ListedRun = z.infer<typeof listedRunSchema>;
export const runPageSchema = pageOf(listedRunSchema).meta({ id: 'TranslationRunPage' });

export const listRunEntriesInput = runTarget.extend({
  results: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(results)).max(results.length))
    .optional()
    .meta({ description: 'Only those with one of these results, separated by commas.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListRunEntriesInput = z.infer<typeof listRunEntriesInput>;

const fields = z.array(z.string()).default([]);
/** The stored report on a translated entry. */
export const reportSchema = z.object({
  translated_fields: fields,
  left_fields: fields,
  kept_fields: fields,
  /** Translated fields that were marked before. */
  marked_fields: fields,
  error: refusalSchema.nullable().default(null),
});
export type RunReport = z.infer<typeof reportSchema>;

const { marked_fields: _, ...said } = reportSchema.shape;
export const runEntrySchema = z
  .object({
    entry_id: entryIdSchema,
    collection_key: z.string().nullable().meta({
      description: 'Null for an entry that is gone, or that you may not read: then no fields are named.',
    }),
    title: z.string().nullable(),
    result: z.enum(results).meta({
      description: '`partly`: some fields were left or kept. `kept`: it was changed since, so it was not taken back.',
    }),
    version: z.int().nullable().meta({ description: 'The version that the translation made.' }),
    ...said,
  })
  .meta({
    id: 'TranslationRunEntry',
    examples: [
      {
        entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
        collection_key: 'posts',
        title: 'A heron',
        result: 'partly',
        version: 4,
        translated_fields: ['title'],
        left_fields: ['body'],
        kept_fields: [],
        error: null,
      },
    ],
  });
export type RunEntryView = z.infer<typeof runEntrySchema>;

export const runEntryPageSchema = pageOf(runEntrySchema).meta({ id: 'TranslationRunEntryPage' });
