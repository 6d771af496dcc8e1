import { z } from 'zod';
import { optionalTokenProcedure, projectProcedure, router, spend } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { latestSnapshot } from './latest-snapshot.ts';
import { listSnapshots } from './list-snapshots.ts';
import { redirectToFile } from './redirect-to-file.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import {
  diffSnapshotsInput,
  latestSnapshotInput,
  listSnapshotsInput,
  redirectToFileInput,
  restoredSnapshotSchema,
  restoreSnapshotInput,
  snapshotDiffPageSchema,
  snapshotPageSchema,
  snapshotPointerSchema,
} from './snapshots.schemas.ts';

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

  list: projectProcedure('snapshot.read_history')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/snapshots',
        tag: 'Snapshots',
        summary: "List the site's history",
        description: 'Each change of what is live, newest first: who, why, and how much.',
        access: 'snapshot.read_history',
      }),
    )
    .input(listSnapshotsInput)
    .output(snapshotPageSchema)
    .query(({ ctx, input }) => listSnapshots(ctx, input)),

  diff: projectProcedure('snapshot.read_history')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/snapshots/{snapshotId}/diff/{otherId}',
        tag: 'Snapshots',
        summary: 'Compare two snapshots',
        description: 'What the second has otherwise than the first, by entry and locale, with the fields.',
        access: 'snapshot.read_history',
        errors: ['snapshot.not_found'],
      }),
    )
    .input(diffSnapshotsInput)
    .output(snapshotDiffPageSchema)
    .query(({ ctx, input }) => diffSnapshots(ctx, input)),

  restore: projectProcedure('snapshot.restore')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/snapshots/{snapshotId}/restore',
        tag: 'Snapshots',
        summary: 'Put an earlier snapshot back live',
        description:
          'The site is what it was when this answers. Entries that the snapshot held leave the trash. The next publish builds on it.',
        access: 'snapshot.restore',
        errors: ['snapshot.not_found', 'unavailable'],
        limits: ['snapshot.restore'],
      }),
    )
    .input(restoreSnapshotInput)
    .output(restoredSnapshotSchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'snapshot.restore');
      return restoreSnapshot(ctx, input);
    }),
});
