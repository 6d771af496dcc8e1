import { z } from 'zod';
import { folderIdSchema, projectIdSchema, timeSchema, wholeListOf } from '../../api/wire.ts';

const nameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100, { abort: true })
  .normalize('NFC')
  .regex(/^[^/\\\p{Cc}]*$/u, 'A name must not contain slashes or control characters.')
  .meta({ description: 'Unique in its parent folder.', examples: ['Press'] });
const parentSchema = folderIdSchema
  .nullable()
  .meta({ description: 'The folder that contains it; null at the top level.' });

const example = {
  id: 'fld_01kah51p2d9k4m7h1s8y3g6jea',
  name: 'Press',
  parent_id: null,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};

export const folderSchema = z
  .object({
    id: folderIdSchema,
    name: z.string(),
    parent_id: parentSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'AssetFolder', examples: [example] });
export type FolderView = z.infer<typeof folderSchema>;

export const folderListSchema = wholeListOf(folderSchema).meta({ id: 'AssetFolderList' });

export const createFolderInput = z
  .strictObject({ projectId: projectIdSchema, name: nameSchema, parent_id: parentSchema.default(null) })
  .meta({ examples: [{ name: 'Press', parent_id: null }] });
export type CreateFolderInput = z.infer<typeof createFolderInput>;

const folderTarget = { projectId: projectIdSchema, folderId: folderIdSchema };

export const updateFolderInput = z
  .strictObject({ ...folderTarget, name: nameSchema.optional(), parent_id: parentSchema.optional() })
  .meta({ examples: [{ name: 'Press pictures' }] });
export type UpdateFolderInput = z.infer<typeof updateFolderInput>;

export const deleteFolderInput = z.strictObject(folderTarget);
