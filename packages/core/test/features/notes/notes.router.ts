import { z } from 'zod';
import { idSchema, projectIdSchema } from '../../../src/api/wire.ts';
import { operation, router } from '../../../src/domains/operation.ts';
import { write } from '../../../src/platform/audit.ts';
import { ApiError } from '../../../src/platform/errors.ts';
import { newIdWith } from '../../../src/platform/ids.ts';
import { noteActions, noteErrors, noteLimits } from './notes.names.ts';
import { deleteNote, insertNote } from './notes.store.ts';

const path = '/projects/{projectId}/notes';
const noteIdSchema = idSchema('NoteId', 'a note', 'nte_01kah81n4q7t0w3z6c9f2i5l8o');
const noteSchema = z.object({ id: noteIdSchema, body: z.string() }).meta({ id: 'Note' });

export const notesRouter = router({
  create: operation({
    method: 'POST',
    path,
    summary: 'Write a note',
    access: 'member.read',
    status: 201,
    limits: [{ limit: noteLimits['note.create'] }],
    audit: [noteActions['note.create']],
    input: z.strictObject({ projectId: projectIdSchema, body: z.string().max(200) }),
    output: noteSchema,
    run: ({ project, actor, services, ...ctx }, { body }) => {
      const note = { id: newIdWith('nte'), body };
      const at = services.clock.now();
      return write({ project, actor, services, ...ctx }, async (tx) => {
        await insertNote(tx, { ...note, projectId: project.id, author: actor, at });
        return { answer: note, audit: { action: noteActions['note.create'], targetId: note.id } };
      });
    },
  }),

  delete: operation({
    method: 'DELETE',
    path: `${path}/{noteId}`,
    summary: 'Delete a note',
    access: 'member.read',
    errors: [noteErrors['note.not_found']],
    audit: [noteActions['note.delete']],
    input: z.strictObject({ projectId: projectIdSchema, noteId: noteIdSchema }),
    output: z.object({ id: noteIdSchema }),
    run: (ctx, { noteId }) =>
      write(ctx, async (tx) => {
        if (!(await deleteNote(tx, ctx.project.id, noteId))) throw new ApiError(noteErrors['note.not_found']);
        return { answer: { id: noteId }, audit: { action: noteActions['note.delete'], targetId: noteId } };
      }),
  }),
});
