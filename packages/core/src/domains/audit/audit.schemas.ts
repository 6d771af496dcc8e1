import { z } from 'zod';
import { actorSchema, cursorSchema, limitSchema, pageOf, projectIdSchema, timeSchema } from '../../api/wire.ts';

export const listAuditInput = z.strictObject({
  projectId: projectIdSchema,
  action: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Records of this action, or with a dot at its end of a whole noun.', examples: ['entry.'] }),
  actor: z.string().max(100).optional().meta({ description: 'Records of whoever has this id.' }),
  target: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Records about whatever has this id: what was done to it.' }),
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Records from this time on.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Records from before this time.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListAuditInput = z.infer<typeof listAuditInput>;

export const auditRecordSchema = z
  .object({
    id: z.string(),
    action: z.string().meta({ description: 'noun.verb' }),
    target_id: z.string().nullable(),
    actor: actorSchema,
    request_id: z
      .string()
      .nullable()
      .meta({ description: "X-Request-Id of the request; null for the system's own work." }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'What changed, and what it was called then: `title`, `collection_key` and `locales` of entries, `filename` of assets, ' +
        '`name` and `email` of people, `name` of all else. `from` holds what was before. Never a secret.',
    }),
    created_at: timeSchema,
  })
  .meta({
    id: 'AuditRecord',
    examples: [
      {
        id: 'aud_01kah50jd1w3p6m4r8t2q9vkhn',
        action: 'entry.publish',
        target_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
        actor: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
        request_id: '0b7c2f7e-3d3c-4a53-9f0e-6f6f3f0c9a11',
        data: { title: 'Hello', collection_key: 'posts', version: 4, locales: ['en'], snapshot_id: null },
        created_at: '2026-11-21T09:32:00.000Z',
      },
    ],
  });

export const auditPageSchema = pageOf(auditRecordSchema).meta({ id: 'AuditPage' });
export type AuditPage = z.infer<typeof auditPageSchema>;
