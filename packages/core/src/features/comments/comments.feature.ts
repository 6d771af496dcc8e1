import { feature } from '../../domains/feature.ts';
import { withContent, withinProject } from '../../platform/database/tables.ts';
import { commentActions, commentErrors, commentEvents, commentLimits } from './comments.names.ts';
import { commentsRouter } from './comments.router.ts';

export const commentsFeature = feature({
  name: 'comments',
  operations: commentsRouter,
  tag: 'Comments',
  about: 'What people say about entries, and what they are told. For people only.',
  limits: commentLimits,
  errors: commentErrors,
  audit: commentActions,
  eventsOf: { comment: { subject: 'comment_id', forPeopleOnly: true, aboutEntries: true } },
  events: commentEvents,
  tables: {
    comments: { people: ['author', 'resolved_by'], countedAs: 'comments', ...withinProject, ...withContent },
  },
});
