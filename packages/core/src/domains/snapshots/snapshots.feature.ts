import { snapshotActions, snapshotEvents } from '../../publishing/snapshot.names.ts';
import { feature } from '../feature.ts';
import { snapshotErrors, snapshotLimits } from './snapshots.names.ts';
import { snapshotsRouter } from './snapshots.router.ts';

export const snapshotsFeature = feature({
  name: 'snapshots',
  operations: snapshotsRouter,
  tag: 'Snapshots',
  about: 'The live content, earlier states of it, and where to read them.',
  limits: snapshotLimits,
  errors: snapshotErrors,
  audit: snapshotActions,
  eventsOf: { snapshot: { subject: 'snapshot_id' } },
  events: snapshotEvents,
  jobs: [
    { kind: 'mirror-pointers', everyMs: 5_000, run: (_job, { mirrors }) => mirrors.reconcile() },
    { kind: 'sweep-snapshots', everyMs: 10 * 60_000, run: (_job, { sweeper }) => sweeper.run() },
  ],
});
