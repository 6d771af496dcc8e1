import { boundedArray, boundedRecord } from '@stele/schema';
import { z } from 'zod';
import {
  actorSchema,
  collectionKeySchema,
  projectIdSchema,
  timeSchema,
  viewIdSchema,
  wholeListOf,
} from '../../api/wire.ts';

/** The most bytes of a view's query, as JSON. */
export const MAX_QUERY_BYTES = 8 * 1024;

const queryText = z.string().max(1000);
const querySchema = boundedRecord(
  z.string().min(1).max(64),
  z.union([queryText, boundedArray(queryText, { max: 100 })]),
  50,
)
  .refine((query) => Buffer.byteLength(JSON.stringify(query)) <= MAX_QUERY_BYTES, {
    error: `A query may have at most ${MAX_QUERY_BYTES} bytes.`,
  })
  .meta({
    id: 'SavedViewQuery',
    description: 'Query parameters of the list: filters, order and columns, each a string or several.',
    examples: [{ status: 'changed', columns: ['title', 'date'] }],
  });
const nameSchema = z.string().trim().min(1).max(80);
const positionSchema = z.int().min(0).max(1_000_000).meta({ description: 'Views are sorted by it, ascending.' });

const privateSchema = z.boolean().meta({ description: 'Whether only its maker sees it.' });

const example = {
  id: 'viw_01kah80m3p6s9v2y5b8e1h4k7n',
  name: 'To be published',
  collection_key: 'posts',
  query: { status: 'changed', columns: ['title', 'date'] },
  position: 0,
  is_private: false,
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: { type: 'user' as const, id: 'usr_01kah50jd1w3p6m4r8t2q9vkhn', name: 'Ada', email: 'ada@example.org' },
  updated_at: '2026-11-21T09:30:00.000Z',
};

export const viewSchema = z
  .object({
    id: viewIdSchema,
    name: z.string(),
    collection_key: collectionKeySchema.nullable().meta({ description: 'Null for a view of all collections.' }),
    query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    position: z.int(),
    is_private: privateSchema,
    created_at: timeSchema,
    created_by: actorSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'SavedView', examples: [example] });
export type ViewView = z.infer<typeof viewSchema>;

export const viewListSchema = wholeListOf(viewSchema).meta({ id: 'SavedViewList' });

export const createViewInput = z
  .strictObject({
    projectId: projectIdSchema,
    name: nameSchema,
    collection_key: collectionKeySchema.nullable().default(null),
    query: querySchema,
    position: positionSchema.optional(),
    is_private: privateSchema.default(false),
  })
  .meta({ examples: [{ name: example.name, collection_key: 'posts', query: example.query }] });
export type CreateViewInput = z.infer<typeof createViewInput>;

const viewTarget = { projectId: projectIdSchema, viewId: viewIdSchema };

export const updateViewInput = z
  .strictObject({
    ...viewTarget,
    name: nameSchema.optional(),
    collection_key: collectionKeySchema.nullable().optional(),
    query: querySchema.optional(),
    position: positionSchema.optional(),
    is_private: privateSchema.optional(),
  })
  .meta({ examples: [{ name: 'Ready to publish' }] });
export type UpdateViewInput = z.infer<typeof updateViewInput>;

export const deleteViewInput = z.strictObject(viewTarget);
