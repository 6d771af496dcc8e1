import { z } from 'zod';
import { projectIdSchema, snapshotIdSchema, timeSchema } from '../../wire.ts';

export const latestSnapshotInput = z.strictObject({ projectId: projectIdSchema });

export const snapshotPointerSchema = z
  .object({
    snapshot_id: snapshotIdSchema,
    published_at: timeSchema,
    content_base_url: z
      .url()
      .meta({ description: 'Root address of this snapshot on the content host. Content there never changes.' }),
    manifest: z.object({
      manifest_format: z.literal(1),
      sequence: z
        .int()
        .meta({ description: 'Grows with every change of what is live: the higher one is the newer pointer.' }),
      schema_version: z.int(),
      url: z.url().meta({ description: 'Address of manifest.json on the content host.' }),
      sha256: z.string().meta({ description: 'SHA-256 of the bytes of manifest.json, hexadecimal.' }),
    }),
  })
  .meta({
    id: 'SnapshotPointer',
    examples: [
      {
        snapshot_id: 'snap_01kah4zc7m2e8q5k3v1f6r9wtb',
        published_at: '2026-11-21T09:32:00.000Z',
        content_base_url:
          'https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb',
        manifest: {
          manifest_format: 1,
          sequence: 7,
          schema_version: 0,
          url: 'https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb/manifest.json',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      },
    ],
  });
export type SnapshotPointer = z.infer<typeof snapshotPointerSchema>;

export const redirectToFileInput = z.strictObject({
  projectId: projectIdSchema,
  snapshotId: snapshotIdSchema,
  collection: z
    .string()
    .max(64)
    .meta({ description: 'Key of a collection.', examples: ['posts'] }),
  locale: z
    .string()
    .max(64)
    .meta({ description: 'A locale of the snapshot.', examples: ['en'] }),
});
export type RedirectToFileInput = z.infer<typeof redirectToFileInput>;
