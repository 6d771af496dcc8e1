import { z } from 'zod';
import {
  collectionKeySchema,
  cursorSchema,
  entryIdSchema,
  limitSchema,
  localeSchema,
  pageOf,
  projectIdSchema,
  timeSchema,
  wholeListOf,
} from '../../api/wire.ts';
import { baseVersionSchema, entryExample } from '../../domains/entries/entries.schemas.ts';

const pageItemSchema = z
  .object({
    id: entryIdSchema,
    collection_key: collectionKeySchema,
    title: z.string(),
    status: z.enum(['draft', 'published', 'trashed']),
    parent: entryIdSchema.nullable().meta({ description: 'The page above in drafts; null at the top.' }),
    path: z.string().nullable().meta({ description: 'Its path while it is live in the locale.' }),
    children: z.int().meta({ description: 'How many pages are right below it, in drafts.' }),
  })
  .meta({
    id: 'Page',
    examples: [
      {
        id: entryExample.id,
        collection_key: 'pages',
        title: 'About us',
        status: 'published',
        parent: null,
        path: '/about',
        children: 3,
      },
    ],
  });
export type PageItem = z.infer<typeof pageItemSchema>;
export const pageListSchema = pageOf(pageItemSchema).meta({ id: 'PagesPage' });
export type PageList = z.infer<typeof pageListSchema>;
export const pagesAboveSchema = wholeListOf(pageItemSchema).meta({ id: 'PagesAbove' });

export const listPagesInput = z.strictObject({
  projectId: projectIdSchema,
  collection: collectionKeySchema,
  locale: localeSchema,
  parent: entryIdSchema.optional().meta({ description: 'The page above; without it, pages at the top.' }),
  limit: limitSchema,
  cursor: cursorSchema,
});
export type ListPagesInput = z.infer<typeof listPagesInput>;

export const pagesAboveInput = z.strictObject({
  projectId: projectIdSchema,
  entryId: entryIdSchema,
  locale: localeSchema.optional().meta({ description: "Of the paths. The default is the project's default locale." }),
});
export type PagesAboveInput = z.infer<typeof pagesAboveInput>;

export const pageByPathInput = z.strictObject({
  projectId: projectIdSchema,
  locale: localeSchema,
  path: z.string().min(1).max(1000).meta({ description: 'As it is published: encoded.' }),
});
export type PageByPathInput = z.infer<typeof pageByPathInput>;
export const foundPageSchema = pageItemSchema;

export const movePageInput = z
  .strictObject({
    projectId: projectIdSchema,
    entryId: entryIdSchema,
    parent: entryIdSchema.nullable().meta({ description: 'The page above; null for the top.' }),
    base_version: baseVersionSchema,
    dry_run: z.boolean().optional().meta({ description: 'Returns which paths would change; changes nothing.' }),
  })
  .meta({ examples: [{ parent: null, dry_run: true }] });
export type MovePageInput = z.infer<typeof movePageInput>;

/** The most moved pages that an answer names. */
export const MOST_NAMED = 1000;

const movedPathSchema = z.object({
  entry_id: entryIdSchema,
  locale: localeSchema,
  from: z.string().nullable(),
  to: z.string().nullable(),
});

export const movedPageSchema = z
  .object({
    version: z.int().meta({ description: 'Of the entry, after the move. Undo the publish of it to move all back.' }),
    moved: z.array(movedPathSchema).meta({ description: `The paths that change, at most ${MOST_NAMED}.` }),
    more: z.int().meta({ description: 'How many others change.' }),
    published_at: timeSchema.nullable().meta({ description: 'Null for a page that is not live, and for a dry run.' }),
  })
  .meta({
    id: 'MovedPage',
    examples: [
      {
        version: 4,
        moved: [{ entry_id: entryExample.id, locale: 'en', from: '/about', to: '/company/about' }],
        more: 0,
        published_at: '2026-11-21T09:32:00.000Z',
      },
    ],
  });
export type MovedPage = z.infer<typeof movedPageSchema>;
