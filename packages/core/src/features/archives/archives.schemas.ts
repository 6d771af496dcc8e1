import { z } from 'zod';
import { cursorSchema, limitSchema, pageOf, projectIdSchema, timeSchema } from '../../api/wire.ts';

const archiveIdSchema = z
  .string()
  .max(64)
  .meta({ id: 'ArchiveId', description: 'Identifier of an archive.', examples: ['arc_01kah50jd1w3p6m4r8t2q9vkhn'] });

const afterDaysSchema = z.int().min(30).max(3650).nullable();

export const archiveSchema = z
  .object({
    id: archiveIdSchema,
    kind: z.enum(['audit', 'versions']),
    rows: z.int(),
    bytes: z.int().meta({ description: 'Of the compressed file.' }),
    sha256: z.string().meta({ description: 'Of the compressed file.' }),
    first_at: timeSchema,
    last_at: timeSchema,
    created_at: timeSchema,
  })
  .meta({
    id: 'Archive',
    examples: [
      {
        id: 'arc_01kah50jd1w3p6m4r8t2q9vkhn',
        kind: 'audit',
        rows: 2000,
        bytes: 81_204,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        first_at: '2025-01-01T08:00:00.000Z',
        last_at: '2025-02-14T16:30:00.000Z',
        created_at: '2026-11-21T09:00:00.000Z',
      },
    ],
  });
export type ArchiveView = z.infer<typeof archiveSchema>;

export const listArchivesInput = z.strictObject({
  projectId: projectIdSchema,
  limit: limitSchema,
  cursor: cursorSchema,
});
export const archivePageSchema = pageOf(archiveSchema)
  .extend({ after_days: afterDaysSchema.meta({ description: 'Null when nothing is archived.' }) })
  .meta({ id: 'ArchivePage' });

export const archiveInput = z.strictObject({ projectId: projectIdSchema, archiveId: archiveIdSchema });
export const archiveLinkSchema = z
  .object({ url: z.string().meta({ description: 'Downloads the file.' }), expires_at: timeSchema })
  .meta({
    id: 'ArchiveLink',
    examples: [{ url: 'https://content.example.com/downloads/…&signature=…', expires_at: '2026-11-21T09:35:00.000Z' }],
  });

export const archivingSchema = z
  .object({ after_days: afterDaysSchema })
  .meta({ id: 'Archiving', examples: [{ after_days: 365 }] });
export const changeArchivingInput = z
  .strictObject({
    projectId: projectIdSchema,
    after_days: afterDaysSchema.meta({ description: 'Null for never.' }),
  })
  .meta({ examples: [{ after_days: 365 }] });
