import { entryActions, entryEvents } from '../../entries/entry.names.ts';
import { pruneVersions } from '../../entries/prune-versions.store.ts';
import { purgeTrash } from '../../entries/purge-trash.store.ts';
import { removing } from '../../jobs/handler.ts';
import { feature } from '../feature.ts';
import { entryErrors, entryLimits } from './entries.names.ts';
import { entriesRouter } from './entries.router.ts';
import { renewals } from './listing/renewals.ts';
import { tellDue } from './review/due-reviews.store.ts';

const MINUTE_MS = 60_000;

export const entriesFeature = feature({
  name: 'entries',
  operations: entriesRouter,
  tag: 'Entries',
  about: 'Entries, their drafts and versions, and publishing them.',
  limits: entryLimits,
  errors: entryErrors,
  audit: entryActions,
  eventsOf: { entry: { subject: 'entry_id', aboutEntries: true } },
  events: entryEvents,
  jobs: [
    removing(
      'purge-entries',
      10 * MINUTE_MS,
      async (services) => ({ purged: await purgeTrash(services) }),
      'removed entries that were in the trash for 30 days',
    ),
    removing(
      'prune-versions',
      10 * MINUTE_MS,
      async (services) => ({ pruned: await pruneVersions(services) }),
      'removed automatic saves that later ones replace',
    ),
    ...renewals,
    { kind: 'tell-due', everyMs: 10 * MINUTE_MS, run: async (_job, services) => void (await tellDue(services)) },
  ],
});
