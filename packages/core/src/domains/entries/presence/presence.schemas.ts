import { z } from 'zod';
import { localeSchema, timeSchema } from '../../../api/wire.ts';
import { target } from '../entries.schemas.ts';

export const announcePresenceInput = z
  .strictObject({
    ...target,
    tab: z
      .string()
      .max(40, { abort: true })
      .regex(/^[\w-]{8,}$/)
      .meta({ description: 'A random name of the tab or window that has the entry open.', examples: ['k3v9q2xw'] }),
    is_here: z.boolean().meta({ description: 'False when the entry is left.' }),
    locale: localeSchema.nullish(),
    path: z.string().max(1000).nullish().meta({ description: 'Path of the field that has the focus, as in comments.' }),
  })
  .meta({ examples: [{ tab: 'k3v9q2xw', is_here: true, locale: 'en', path: 'title' }] });
export type AnnouncePresenceInput = z.infer<typeof announcePresenceInput>;

export const presenceSchema = z
  .object({ expires_at: timeSchema.meta({ description: 'Say it again before then.' }) })
  .meta({ id: 'Presence', examples: [{ expires_at: '2026-11-21T09:31:00.000Z' }] });
export type PresenceView = z.infer<typeof presenceSchema>;
