import { streamed } from '../../api/rest/streamed-text.ts';
import { operation, router } from '../../domains/operation.ts';
import { ApiError } from '../../platform/errors.ts';
import { draftFileMeta, draftFileSchema, readDraftFileInput } from './drafts.schemas.ts';
import { readDraftFile } from './read-draft-file.ts';

export const draftsRouter = router({
  read: operation({
    method: 'GET',
    path: '/projects/{projectId}/drafts/{collection}.{locale}.json',
    summary: "Read a collection's drafts in one locale",
    description: "In the format of a snapshot's file, with drafts instead of live content, for previews.",
    access: 'draft.read',
    errors: ['not_found'],
    input: readDraftFileInput,
    output: streamed(draftFileSchema, draftFileMeta),
    run: (ctx, input) => {
      // tRPC would build the whole file in memory before it sends it.
      if (ctx.transport !== 'rest') {
        throw new ApiError('not_found', { message: 'The file of drafts is available through REST only.' });
      }
      return readDraftFile(ctx, input);
    },
  }),
});
