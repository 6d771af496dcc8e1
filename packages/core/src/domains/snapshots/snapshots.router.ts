import { z } from 'zod';
import { optionalTokenProcedure, projectProcedure, router } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { latestSnapshot } from './latest-snapshot.ts';
import { redirectToFile } from './redirect-to-file.ts';
import { latestSnapshotInput, redirectToFileInput, snapshotPointerSchema } from './snapshots.schemas.ts';

export const snapshotsRouter = router({
  latest: projectProcedure('snapshot.read_pointer')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/snapshot/latest',
        tag: 'Snapshots',
        summary: 'Read the pointer to the live snapshot',
        description: 'Takes a token of any scope.',
        access: 'snapshot.read_pointer',
        errors: ['snapshot.none_published'],
      }),
    )
    .input(latestSnapshotInput)
    .output(snapshotPointerSchema)
    .query(({ ctx }) => latestSnapshot(ctx)),

  redirectToFile: optionalTokenProcedure
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/snapshots/{snapshotId}/{collection}.{locale}.json',
        tag: 'Snapshots',
        summary: "Go to a collection's file on the content host",
        description: 'Needs no token. One that is sent is checked.',
        access: 'public',
        status: 302,
        errors: ['auth.invalid_token', 'project.not_found', 'snapshot.not_found', 'not_found'],
      }),
    )
    .input(redirectToFileInput)
    .output(z.void())
    .query(({ ctx, input }) => redirectToFile(ctx, input)),
});
