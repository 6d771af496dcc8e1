import { z } from 'zod';
import {
  actorSchema,
  entryIdSchema,
  previewLinkIdSchema,
  projectIdSchema,
  timeInput,
  timeSchema,
  wholeListOf,
} from '../../api/wire.ts';

const shape = {
  id: previewLinkIdSchema,
  entry_id: entryIdSchema.nullable().meta({
    description: 'The only entry whose draft it shows; null for the whole website with all drafts.',
  }),
  created_at: timeSchema,
  created_by: actorSchema,
  expires_at: timeSchema,
};
const example = {
  id: 'pvl_01kah90m3p6s9v2y5b8e1h4k7n',
  entry_id: 'ent_01kah4y2v8n6t4s1xj0p9g3hqa',
  created_at: '2026-11-21T09:00:00.000Z',
  created_by: { type: 'user', id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' },
  expires_at: '2026-11-22T09:00:00.000Z',
};

export const previewLinkSchema = z.object(shape).meta({ id: 'PreviewLink', examples: [example] });
export type PreviewLinkView = z.infer<typeof previewLinkSchema>;

export const newPreviewLinkSchema = z
  .object({
    ...shape,
    secret: z.string().meta({ description: 'Lets its holder see drafts on the website. It is returned only once.' }),
  })
  .meta({
    id: 'NewPreviewLink',
    examples: [{ ...example, secret: 'stl_view_7Rk2vXw9LmQ4tZ8bN3cY6hF1jD5gS0aPx7Qe2w' }],
  });
export type NewPreviewLinkView = z.infer<typeof newPreviewLinkSchema>;

export const previewLinkListSchema = wholeListOf(previewLinkSchema).meta({ id: 'PreviewLinkList' });

export const usedPreviewLinkSchema = z
  .object({ id: shape.id, entry_id: shape.entry_id, created_at: shape.created_at, expires_at: shape.expires_at })
  .meta({
    id: 'UsedPreviewLink',
    examples: [
      {
        id: example.id,
        entry_id: example.entry_id,
        created_at: example.created_at,
        expires_at: example.expires_at,
      },
    ],
  });

export const createPreviewLinkInput = z
  .strictObject({
    projectId: projectIdSchema,
    entry_id: shape.entry_id.default(null),
    expires_at: timeInput
      .optional()
      .meta({ description: 'When the link ends, within 90 days. Without it, after a day.' }),
  })
  .meta({ examples: [{ entry_id: example.entry_id }] });
export type CreatePreviewLinkInput = z.infer<typeof createPreviewLinkInput>;

export const previewLinkTargetInput = z.strictObject({
  projectId: projectIdSchema,
  previewLinkId: previewLinkIdSchema,
});
