import { z } from 'zod';
import { snapshotActions } from '../../publishing/snapshot.names.ts';
import { operation, router } from '../operation.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { latestSnapshot } from './latest-snapshot.ts';
import { listSnapshots } from './list-snapshots.ts';
import { redirectToFile } from './redirect-to-file.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { snapshotErrors, snapshotLimits } from './snapshots.names.ts';
import * as schemas from './snapshots.schemas.ts';

export const snapshotsRouter = router({
  latest: operation({
    method: 'GET',
    path: '/projects/{projectId}/snapshot/latest',
    summary: 'Read the pointer to the live snapshot',
    description: 'Takes a token of any scope.',
    access: 'snapshot.read_pointer',
    errors: [snapshotErrors['snapshot.none_published']],
    input: schemas.latestSnapshotInput,
    output: schemas.snapshotPointerSchema,
    run: latestSnapshot,
  }),

  redirectToFile: operation({
    method: 'GET',
    path: '/projects/{projectId}/snapshots/{snapshotId}/{collection}.{locale}.json',
    summary: "Go to a collection's file on the content host",
    description: 'Needs no token, but checks one that is sent.',
    access: 'optional_token',
    status: 302,
    errors: ['snapshot.not_found', 'not_found'],
    input: schemas.redirectToFileInput,
    output: z.void(),
    run: redirectToFile,
  }),

  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/snapshots',
    summary: "List the site's history",
    description: 'Each change of live content, newest first: who made it, why, and how much changed.',
    access: 'snapshot.read_history',
    input: schemas.listSnapshotsInput,
    output: schemas.snapshotPageSchema,
    run: listSnapshots,
  }),

  diff: operation({
    method: 'GET',
    path: '/projects/{projectId}/snapshots/{snapshotId}/diff/{otherId}',
    summary: 'Compare two snapshots',
    description: 'What differs in the second one: entries and locales, with their fields.',
    access: 'snapshot.read_history',
    errors: ['snapshot.not_found'],
    input: schemas.diffSnapshotsInput,
    output: schemas.snapshotDiffPageSchema,
    run: diffSnapshots,
  }),

  restore: operation({
    method: 'POST',
    path: '/projects/{projectId}/snapshots/{snapshotId}/restore',
    summary: 'Restore an earlier snapshot',
    description:
      'When the response arrives, the earlier snapshot is live. Its entries leave the trash. The next publish builds on it.',
    access: 'snapshot.restore',
    errors: ['snapshot.not_found'],
    limits: [{ limit: snapshotLimits['snapshot.restore'] }],
    audit: [snapshotActions['snapshot.restore']],
    input: schemas.restoreSnapshotInput,
    output: schemas.restoredSnapshotSchema,
    run: restoreSnapshot,
  }),
});
