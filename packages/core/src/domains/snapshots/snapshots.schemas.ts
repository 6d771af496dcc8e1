import { z } from 'zod';
import {
  actorSchema,
  assetIdSchema,
  cursorSchema,
  entryIdSchema,
  fileNameShape,
  limitSchema,
  pageOf,
  projectIdSchema,
  snapshotIdSchema,
  timeSchema,
} from '../../api/wire.ts';

export const latestSnapshotInput = z.strictObject({ projectId: projectIdSchema });

const exampleBase =
  'https://content.example.org/prj_01kah4xk6b3r5w0c9zq2m7d8ef/snapshots/snap_01kah4zc7m2e8q5k3v1f6r9wtb';
const pointerExample = {
  snapshot_id: 'snap_01kah4zc7m2e8q5k3v1f6r9wtb',
  published_at: '2026-11-21T09:32:00.000Z',
  content_base_url: exampleBase,
  manifest: {
    manifest_format: 1,
    sequence: 7,
    schema_version: 0,
    url: `${exampleBase}/manifest.json`,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};
const restoredExample = {
  ...pointerExample,
  published_at: '2026-11-20T09:32:00.000Z',
  manifest: { ...pointerExample.manifest, sequence: 8 },
};

export const snapshotPointerSchema = z
  .object({
    snapshot_id: snapshotIdSchema,
    published_at: timeSchema,
    content_base_url: z
      .url()
      .meta({ description: 'Base URL of this snapshot on the content host. Its content never changes.' }),
    manifest: z.object({
      manifest_format: z.literal(1),
      sequence: z
        .int()
        .meta({ description: 'Grows with every change of live content: the higher number is the newer pointer.' }),
      schema_version: z.int(),
      url: z.url().meta({ description: 'URL of manifest.json on the content host.' }),
      sha256: z.string().meta({ description: 'SHA-256 of the bytes of manifest.json, hexadecimal.' }),
    }),
  })
  .meta({ id: 'SnapshotPointer', examples: [pointerExample] });
export type SnapshotPointer = z.infer<typeof snapshotPointerSchema>;

export const redirectToFileInput = z.strictObject({
  projectId: projectIdSchema,
  snapshotId: snapshotIdSchema,
  ...fileNameShape,
});
export type RedirectToFileInput = z.infer<typeof redirectToFileInput>;

export const restoreSnapshotInput = z.strictObject({ projectId: projectIdSchema, snapshotId: snapshotIdSchema });

/** The pointer after a restoration, with warnings. */
export const restoredSnapshotSchema = snapshotPointerSchema
  .extend({
    warnings: z.array(
      z.object({
        code: z.literal('snapshot.schema_differs'),
        message: z.string(),
        entries: z.int().meta({ description: "Live entries that don't fit the active schema." }),
      }),
    ),
  })
  .meta({ id: 'RestoredSnapshot', examples: [{ ...restoredExample, warnings: [] }] });
export type RestoredSnapshot = z.infer<typeof restoredSnapshotSchema>;

export const listSnapshotsInput = z.strictObject({
  projectId: projectIdSchema,
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListSnapshotsInput = z.infer<typeof listSnapshotsInput>;

const snapshotItemSchema = z
  .object({
    sequence: z
      .int()
      .meta({ description: 'Number of the change of live content; the same snapshot can be live again.' }),
    snapshot_id: snapshotIdSchema,
    created_at: timeSchema.meta({ description: 'When it became live.' }),
    live: z.boolean(),
    restorable: z.boolean().meta({ description: 'Whether its files are kept.' }),
    added: z.int().meta({ description: 'Entries that went live. All three numbers count each locale separately.' }),
    changed: z.int(),
    removed: z.int(),
    changes: z
      .array(
        z.object({
          reason: z
            .enum(['publish', 'unpublish', 'republish', 'delete', 'order', 'asset', 'schema', 'locales', 'restore'])
            .meta({
              description:
                '`asset`: live content was updated after a change of assets. `locales`: the project got locales, in which nothing is live yet.',
            }),
          actor: actorSchema,
          entry_id: entryIdSchema.nullish(),
          entry_title: z.string().nullable().meta({ description: 'Its title at that time; null once it was purged.' }),
          locales: z.array(z.string()).optional(),
          asset_ids: z.array(assetIdSchema).optional().meta({ description: 'The assets that changed.' }),
        }),
      )
      .meta({ description: 'Who did what; several changes can share a snapshot.' }),
  })
  .meta({
    id: 'SnapshotItem',
    examples: [
      {
        sequence: 7,
        snapshot_id: restoredExample.snapshot_id,
        created_at: restoredExample.published_at,
        live: true,
        restorable: true,
        added: 1,
        changed: 0,
        removed: 0,
        changes: [
          {
            reason: 'publish',
            actor: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada' },
            entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
            entry_title: 'Hello',
            locales: ['en'],
          },
        ],
      },
    ],
  });
export type SnapshotItem = z.infer<typeof snapshotItemSchema>;
export const snapshotPageSchema = pageOf(snapshotItemSchema).meta({ id: 'SnapshotPage' });
export type SnapshotPage = z.infer<typeof snapshotPageSchema>;

export const diffSnapshotsInput = z.strictObject({
  projectId: projectIdSchema,
  snapshotId: snapshotIdSchema,
  otherId: snapshotIdSchema,
  limit: limitSchema,
  cursor: cursorSchema,
});
export type DiffSnapshotsInput = z.infer<typeof diffSnapshotsInput>;

const differenceSchema = z
  .object({
    entry_id: entryIdSchema,
    collection_key: z.string(),
    locale: z.string(),
    change: z.enum(['added', 'changed', 'moved', 'removed']),
    fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({
    id: 'SnapshotDifference',
    examples: [
      {
        entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
        collection_key: 'posts',
        locale: 'en',
        change: 'changed',
        fields: [{ field: 'title', before: 'Hello', after: 'Hello, world' }],
      },
    ],
  });
export const snapshotDiffPageSchema = pageOf(differenceSchema).meta({ id: 'SnapshotDiffPage' });
export type SnapshotDiffPage = z.infer<typeof snapshotDiffPageSchema>;
