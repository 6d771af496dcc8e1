import { z } from 'zod';
import { actorSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';

export const streamEventsInput = z.strictObject({
  projectId: projectIdSchema,
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(281_474_976_710_655)
    .optional()
    .meta({ description: 'Where to go on: the `id` of the last event. The header field Last-Event-ID says the same.' }),
});
export type StreamEventsInput = z.infer<typeof streamEventsInput>;

/** The JSON in the `data` of an event. */
export const streamEventSchema = z.object({
  id: z.string().meta({ description: 'Identifies the event. An event that arrives twice has the same ID.' }),
  type: z.string().meta({ description: 'The same as `event`.' }),
  at: timeSchema,
  subject_id: z.string().nullable().meta({ description: 'What it happened to.' }),
  actor: actorSchema.nullable(),
  data: z.record(z.string(), z.unknown()).meta({ description: 'Versions, locales and snapshots; no values.' }),
});

export const streamEventMeta = {
  id: 'StreamEvent',
  examples: [
    {
      id: 'aud_01kah80q5r8u1x4a7d0g3k6n9p',
      type: 'entry.saved',
      at: '2026-11-21T09:30:00.000Z',
      subject_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
      actor: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
      data: { version: 4 },
    },
  ],
};
