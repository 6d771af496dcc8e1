import { z } from 'zod';
import { actorSchema, cursorSchema, limitSchema, pageOf, timeSchema } from '../../../api/wire.ts';
import { baseVersionSchema, entryExample, entryLocalesSchema, target } from '../entries.schemas.ts';

const versionShape = {
  version: z.int(),
  kind: z
    .enum(['create', 'save', 'publish', 'unpublish', 'delete', 'undelete', 'restore', 'duplicate', 'migrate'])
    .meta({
      description:
        '`delete` went to the trash, and took its `locales` off the site; `undelete` left the trash as it was.',
    }),
  autosave: z.boolean().meta({ description: 'Whether it was saved automatically.' }),
  first_version: z.int().meta({
    description: 'Version of the first automatic save in the record; without automatic saves, the version itself.',
  }),
  imported: z.boolean().meta({ description: 'Whether it was saved with `via: import`.' }),
  source: z.enum(['bulk', 'machine', 'xliff']).nullable().meta({
    description:
      'What wrote it in place of a person in the editor: a change of many entries, a machine translation, or a file of translations.',
  }),
  locales: z.array(z.string()).meta({ description: 'Locales that were changed or published.' }),
  changed_paths: z
    .array(z.tuple([z.string(), z.string()]))
    .meta({ description: 'Locale and field of each value that differs from the version before.' }),
  created_at: timeSchema,
  created_by: actorSchema,
};
const versionExample = {
  version: 3,
  kind: 'save',
  autosave: false,
  first_version: 3,
  imported: false,
  source: null,
  locales: ['en'],
  changed_paths: [['en', 'title']],
  created_at: '2026-11-21T09:31:00.000Z',
  created_by: entryExample.created_by,
};

const versionItemSchema = z.object(versionShape).meta({ id: 'EntryVersionItem', examples: [versionExample] });
export type VersionItem = z.infer<typeof versionItemSchema>;
export const versionPageSchema = pageOf(versionItemSchema).meta({ id: 'EntryVersionPage' });
export type VersionPage = z.infer<typeof versionPageSchema>;

export const versionDetailSchema = z
  .object({ ...versionShape, values: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .meta({ id: 'EntryVersion', examples: [{ ...versionExample, values: { en: { title: 'Hello' } } }] });
export type VersionDetail = z.infer<typeof versionDetailSchema>;

const versionNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ examples: [3] });
export const listVersionsInput = z.strictObject({
  ...target,
  within: versionNumber.optional().meta({
    description:
      'Lists the automatic saves in the record with this version, without the record itself. They are kept for seven days.',
  }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListVersionsInput = z.infer<typeof listVersionsInput>;
export const getVersionInput = z.strictObject({ ...target, version: versionNumber });
export const diffVersionsInput = z.strictObject({ ...target, version: versionNumber, other: versionNumber });

export const versionDiffSchema = z
  .object({
    from: z.int(),
    to: z.int(),
    data: z.array(
      z.object({
        locale: z.string(),
        change: z.enum(['added', 'changed', 'removed']),
        fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
  })
  .meta({
    id: 'EntryVersionDiff',
    examples: [
      {
        from: 2,
        to: 3,
        data: [
          { locale: 'en', change: 'changed', fields: [{ field: 'title', before: 'Hello', after: 'Hello, world' }] },
        ],
      },
    ],
  });
export type VersionDiff = z.infer<typeof versionDiffSchema>;

export const restoreVersionInput = z
  .strictObject({
    ...target,
    version: versionNumber,
    locales: entryLocalesSchema.optional().meta({
      description: 'The locales to restore, with the fields that all locales share. The default is all.',
    }),
    base_version: baseVersionSchema,
  })
  .meta({ examples: [{ base_version: 5 }] });
export type RestoreVersionInput = z.infer<typeof restoreVersionInput>;
