import {
  boundedArray,
  boundedRecord,
  type ClassifiedChange,
  type Migration,
  type Rename,
  type SchemaDocument,
  schemaInput,
} from '@stele/schema';
import { z } from 'zod';
import { actorSchema, cursorSchema, limitSchema, pageOf, projectIdSchema, timeSchema } from '../../api/wire.ts';

const pathSchema = boundedArray(z.string().max(64), { min: 1, max: 40 }).meta({
  id: 'SchemaPath',
  description: 'Collection and field, then the path within objects, blocks (by kind) and lists (`[]`).',
  examples: [['posts', 'title']],
});

const renameSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('collection'), from: z.string().max(64), to: z.string().max(64) }),
    z.strictObject({ kind: z.literal('field'), path: pathSchema, from: z.string().max(64) }),
  ])
  .meta({ id: 'SchemaRename', examples: [{ kind: 'field', path: ['posts', 'title'], from: 'headline' }] });

const migrationSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('set_default'), path: pathSchema, value: z.json() }),
    z.strictObject({
      kind: z.literal('map_options'),
      path: pathSchema,
      options: boundedRecord(z.string(), z.string().nullable(), 1000),
    }),
    z.strictObject({ kind: z.literal('convert'), path: pathSchema }),
    z.strictObject({ kind: z.literal('drop'), path: pathSchema }),
  ])
  .meta({
    id: 'SchemaMigration',
    description:
      'How values are changed: `set_default` fills empty fields, `map_options` replaces removed options, `convert` converts values to the new type and drops those that cannot be converted, `drop` drops all values.',
    examples: [{ kind: 'convert', path: ['posts', 'reading_time'] }],
  });

const changeSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    path: z.array(z.string()),
    class: z.enum(['safe', 'needs_migration', 'destructive']),
    affected_entries: z.int(),
    lost_entries: z.int().meta({ description: 'Affected entries that lose values, or are removed.' }),
    sample_entry_ids: z.array(z.string()),
    live_entries: z.int().meta({ description: 'Entries whose live content changes.' }),
    unpublishable_entries: z.int().meta({
      description:
        'Live entries that would break a rule: they stay live, but must be edited before they can be published again.',
    }),
    message: z.string(),
    migration: migrationSchema.nullable().meta({ description: 'A migration that would make the entries valid.' }),
    migration_required: z
      .boolean()
      .meta({ description: 'Whether the schema is refused without a migration for the values.' }),
  })
  .meta({
    id: 'SchemaChange',
    examples: [
      {
        id: 'field.removed:posts.teaser',
        kind: 'field.removed',
        path: ['posts', 'teaser'],
        class: 'destructive',
        affected_entries: 12,
        lost_entries: 12,
        sample_entry_ids: ['ent_01kah4y2v8n6t4s1xj0p9g3hqa'],
        live_entries: 9,
        unpublishable_entries: 0,
        message: 'The field posts.teaser goes away.',
        migration: null,
        migration_required: false,
      },
    ],
  });
export type ChangeView = z.infer<typeof changeSchema>;

const proposal = {
  projectId: projectIdSchema,
  schema: schemaInput,
  renames: boundedArray(renameSchema, { max: 500 }).optional(),
  migrations: boundedArray(migrationSchema, { max: 500 }).optional(),
};
const examples = [
  {
    schema: {
      format: 1,
      collections: [{ key: 'posts', fields: [{ key: 'title', type: 'text', required: true }] }],
    },
  },
];

export const diffSchemaInput = z.strictObject(proposal).meta({ examples });
/** Not inferred, since zod's types of renames and migrations treat `undefined` differently than those of the schema language. */
export interface DiffSchemaInput {
  readonly schema: unknown;
  readonly renames?: readonly Rename[] | undefined;
  readonly migrations?: readonly Migration[] | undefined;
}

export const schemaDiffSchema = z
  .object({
    base_version: z.int().meta({ description: 'Version of the active schema; 0 while there is none.' }),
    hash: z.string().meta({ description: 'Hash of the schema that was sent.' }),
    unchanged: z.boolean(),
    changes: z.array(changeSchema),
    rename_candidates: z.array(renameSchema).meta({
      description:
        'Removed and added fields or collections that are alike. Send them as `renames` to keep their values.',
    }),
    confirm_token: z
      .string()
      .nullable()
      .meta({ description: 'Confirms exactly these changes, for an hour; null when none is destructive.' }),
  })
  .meta({
    id: 'SchemaDiff',
    examples: [
      { base_version: 3, hash: 'a1b2', unchanged: true, changes: [], rename_candidates: [], confirm_token: null },
    ],
  });
export type SchemaDiffView = z.infer<typeof schemaDiffSchema>;

export const syncSchemaInput = z
  .strictObject({
    ...proposal,
    base_version: z.int().min(0).meta({ description: 'Version of the schema that this one was compared with.' }),
    confirm_token: z.string().max(1_000_000).nullish(),
  })
  .meta({ examples: examples.map((example) => ({ ...example, base_version: 0 })) });
export interface SyncSchemaInput extends DiffSchemaInput {
  readonly base_version: number;
  readonly confirm_token?: string | null | undefined;
}

const versionShape = {
  version: z.int(),
  hash: z.string().meta({ description: 'SHA-256 of the canonical JSON of the schema.' }),
  created_at: timeSchema,
  created_by: actorSchema,
};
const versionExample = {
  version: 1,
  hash: '2f1c8f7a5b1d4c0e9a3b6d8f7e6c5b4a39281706f5e4d3c2b1a0918273645546',
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'token', id: 'tok_01kah502f4y7d9b6n8c3s5xzge', name: 'CI' },
};
const storedSchema = schemaInput as z.ZodType<SchemaDocument, SchemaDocument>;

/** A schema as it was pushed. */
export const schemaVersionSchema = z
  .object({ ...versionShape, schema: storedSchema })
  .meta({ id: 'SchemaVersion', examples: [{ ...versionExample, schema: { format: 1, collections: [] } }] });
export type SchemaVersionView = z.infer<typeof schemaVersionSchema>;

export const syncResultSchema = z
  .object({
    ...versionShape,
    schema: storedSchema,
    unchanged: z.boolean().meta({ description: 'True when this schema was the active one already.' }),
    changes: z.array(changeSchema),
    migrated_entries: z.int().meta({ description: 'Entries that were changed.' }),
    snapshot_id: z
      .string()
      .nullable()
      .meta({ description: 'The snapshot that went live with the schema; null when live content did not change.' }),
  })
  .meta({
    id: 'SchemaSyncResult',
    examples: [
      {
        ...versionExample,
        schema: { format: 1, collections: [] },
        unchanged: false,
        changes: [],
        migrated_entries: 0,
        snapshot_id: null,
      },
    ],
  });
export type SyncResult = z.infer<typeof syncResultSchema>;

export const getSchemaInput = z.strictObject({ projectId: projectIdSchema });

export const listSchemaVersionsInput = z.strictObject({
  projectId: projectIdSchema,
  limit: limitSchema,
  cursor: cursorSchema,
});

export const schemaVersionPageSchema = pageOf(
  z
    .object({
      ...versionShape,
      changes: z.array(
        changeSchema.pick({ id: true, kind: true, path: true, class: true, affected_entries: true, message: true }),
      ),
    })
    .meta({ id: 'SchemaVersionItem', examples: [{ ...versionExample, changes: [] }] }),
).meta({ id: 'SchemaVersionPage' });
export type SchemaVersionPage = z.infer<typeof schemaVersionPageSchema>;

export const getSchemaVersionInput = z.strictObject({
  projectId: projectIdSchema,
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ description: 'Version of a schema.', examples: [1] }),
});

/** A change as the API shows it. */
export function toChangeView(change: ClassifiedChange): ChangeView {
  return {
    id: change.id,
    kind: change.kind,
    path: [...change.path],
    class: change.class,
    affected_entries: change.affectedEntries,
    lost_entries: change.lostEntries,
    sample_entry_ids: [...change.sampleEntryIds],
    live_entries: change.liveEntries,
    unpublishable_entries: change.unpublishableEntries,
    message: change.message,
    migration: change.suggestion as ChangeView['migration'],
    migration_required: change.migrationRequired,
  };
}
