import { feature } from '../../../domains/feature.ts';
import { daysAfter, withinProject, withUse } from '../../../platform/database/tables.ts';
import { INBOX_CHANGED } from '../../../platform/events.store.ts';
import { inboxLimits } from './inbox.names.ts';
import { inboxRouter } from './inbox.router.ts';
import { mailDigests } from './mail-digests.ts';

export const inboxFeature = feature({
  name: 'inbox',
  operations: inboxRouter,
  tag: 'Comments',
  limits: inboxLimits,
  eventsOf: { inbox: { forPeopleOnly: true } },
  events: {
    [INBOX_CHANGED]: { streamed: true },
  },
  tables: {
    notifications: {
      people: ['actor'],
      ...withinProject,
      copy: 'left out',
      expires: daysAfter('created_at', 90),
      ...withUse,
    },
  },
  jobs: [mailDigests],
});
