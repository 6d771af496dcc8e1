import { z } from 'zod';
import { actorSchema, projectIdSchema, timeSchema } from '../../api/wire.ts';

export const streamEventsInput = z.strictObject({
  projectId: projectIdSchema,
  after: z.coerce.number().int().min(0).max(281_474_976_710_655).optional().meta({
    description: 'The `id` of the last event, after which the stream continues; the same as the Last-Event-ID header.',
  }),
});
export type StreamEventsInput = z.infer<typeof streamEventsInput>;

/** The JSON in the `data` of an event. */
export const streamEventSchema = z.object({
  id: z.string().meta({ description: 'Identifies the event. An event that arrives twice has the same id.' }),
  type: z.string().meta({ description: 'The same as `event`.' }),
  at: timeSchema,
  subject_id: z.string().nullable().meta({ description: 'Id of the entry, asset or other object that changed.' }),
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
