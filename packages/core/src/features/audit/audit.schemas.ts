import { z } from 'zod';
import {
  actorSchema,
  cursorSchema,
  limitSchema,
  pageOf,
  projectIdSchema,
  timeInput,
  timeSchema,
} from '../../api/wire.ts';

export const listAuditInput = z.strictObject({
  projectId: projectIdSchema,
  action: z
    .string()
    .max(100)
    .optional()
    .meta({
      description: 'Records of this action, or of all that begin so, with a dot at the end.',
      examples: ['entry.'],
    }),
  actor: z.string().max(100).optional().meta({ description: 'Records of the person or token with this id.' }),
  target: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Records about the entry, asset or other object with this id.' }),
  from: timeInput.optional().meta({ description: 'Records from this time on, including it.' }),
  to: timeInput.optional().meta({ description: 'Records before this time.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export const listInstanceAuditInput = listAuditInput.omit({ projectId: true });
export type ListInstanceAuditInput = z.infer<typeof listInstanceAuditInput>;
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
      .meta({ description: 'X-Request-Id of the request; null for work of the system itself.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'What changed, and its name at that time: `title`, `collection_key` and `locales` of entries, `machine_fields` where a machine translated them, ' +
        '`filename` of assets, ' +
        '`name` and `email` of people, `name` of all else. `from` has the earlier values. Never a secret.',
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
