import { streamed } from '../../api/rest/streamed-output.ts';
import { operation, router } from '../operation.ts';
import { draftFileMeta, draftFileSchema, readDraftFileInput } from './drafts.schemas.ts';
import { readDraftFile } from './read-draft-file.ts';

export const draftsRouter = router({
  read: operation({
    method: 'GET',
    path: '/projects/{projectId}/drafts/{collection}.{locale}.json',
    tag: 'Drafts',
    summary: "Read a collection's drafts in one locale",
    description: "In the form of a snapshot's file, with drafts in place of what is live, for previews.",
    access: 'draft.read',
    errors: ['not_found'],
    input: readDraftFileInput,
    output: streamed(draftFileSchema, draftFileMeta),
    run: async (ctx, input) => {
      const file = await readDraftFile(ctx, input);
      return ctx.transport === 'rest' ? file : file.value();
    },
  }),
});
