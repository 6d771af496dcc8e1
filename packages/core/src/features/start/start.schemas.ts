import { z } from 'zod';
import {
  actorSchema,
  collectionKeySchema,
  entryIdSchema,
  localeSchema,
  projectIdSchema,
  timeSchema,
} from '../../api/wire.ts';

const linesLimit = z.coerce
  .number()
  .int()
  .min(1)
  .max(50)
  .default(5)
  .meta({ description: 'The most entries of each list.' });

export const startInput = z.strictObject({ projectId: projectIdSchema, limit: linesLimit });
export type StartInput = z.infer<typeof startInput>;

const line = {
  id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
  title: 'Hello',
  collection_key: 'posts',
  at: '2026-11-21T09:30:00.000Z',
  actor: null,
  due_on: '2026-12-01',
};

const lineSchema = z
  .object({
    id: entryIdSchema,
    title: z.string(),
    collection_key: collectionKeySchema,
    at: timeSchema.meta({ description: 'The time of what put it in the list.' }),
    actor: actorSchema.nullable().meta({ description: 'Who asked for the review; null in other lists.' }),
    due_on: z.string().nullable().meta({ description: 'The day on which it is due; null without one.' }),
  })
  .meta({ id: 'StartLine', description: 'A line of a list on the start page.', examples: [line] });
export type StartLine = z.infer<typeof lineSchema>;

const lines = (description: string) => z.object({ count: z.int(), entries: z.array(lineSchema) }).meta({ description });

export const startSchema = z
  .object({
    to_review: lines(
      'Entries that wait for an approval which you may give: assigned to you or to nobody, and not handed in by you.',
    ),
    assigned: lines('Other entries that are assigned to you and not approved as they are.'),
    drafts: lines('Entries that you changed last, whose draft is not live as it is; of the 5,000 changed last.'),
    live: lines('Entries that went live last, of the 500 newest publications.'),
  })
  .meta({
    id: 'Start',
    examples: [
      {
        to_review: { count: 0, entries: [] },
        assigned: { count: 1, entries: [line] },
        drafts: { count: 0, entries: [] },
        live: { count: 0, entries: [] },
      },
    ],
  });
export type StartLists = z.infer<typeof startSchema>;

export const problemsSchema = z
  .object({
    broken_references: lines('Live entries that refer to an entry of which nothing is live.'),
    missing_alt: z
      .array(z.object({ locale: localeSchema, count: z.int() }))
      .meta({ description: 'For each locale, how many pictures need an alternative text and have none.' }),
  })
  .meta({
    id: 'SiteProblems',
    examples: [{ broken_references: { count: 0, entries: [] }, missing_alt: [{ locale: 'en', count: 3 }] }],
  });
export type SiteProblems = z.infer<typeof problemsSchema>;
