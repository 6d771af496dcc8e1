import { projectInput } from '../../../api/wire.ts';
import { operation, router } from '../../../domains/operation.ts';
import { inboxLimits } from './inbox.names.ts';
import * as schemas from './inbox.schemas.ts';
import { countInbox, listInbox, readInbox } from './read-inbox.ts';

// No token has this permission: an inbox is a person's.
const access = 'member.read';

export const inboxRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/inbox',
    summary: 'Read your inbox',
    description: 'What you were told in the project, newest first. Lines are removed after 90 days.',
    access,
    input: schemas.listInboxInput,
    output: schemas.inboxPageSchema,
    run: listInbox,
  }),

  count: operation({
    method: 'GET',
    path: '/projects/{projectId}/inbox/count',
    summary: 'Count what is unread',
    description: 'The event stream says `inbox.changed` when it has changed, so there is no need to poll.',
    access,
    input: projectInput,
    output: schemas.inboxCountSchema,
    run: countInbox,
  }),

  markRead: operation({
    method: 'POST',
    path: '/projects/{projectId}/inbox/read',
    summary: 'Mark as read',
    description: 'Some lines, or all. The response says how many are still unread.',
    access,
    limits: [{ limit: inboxLimits['inbox.read'], per: ({ actor }) => [actor.id] }],
    audit: [],
    input: schemas.readInboxInput,
    output: schemas.inboxCountSchema,
    run: readInbox,
  }),
});
