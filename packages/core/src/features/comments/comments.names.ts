import { declareLimits, perMinute } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';
import { declareEvents } from '../../platform/events.store.ts';

export const commentLimits = declareLimits({
  'comment.change': perMinute(60, 'comments that one person writes, changes, deletes, resolves and reopens'),
});

export const commentErrors = declareErrors({
  'comment.not_found': { status: 404, message: 'There is no such comment.' },
  'comment.limit_reached': { status: 409, message: 'The thread has reached its limit of comments.' },
});

export const commentActions = declareActions({
  'comment.create': { streamed: 'comment.created' },
  'comment.update': { streamed: 'comment.updated' },
  'comment.delete': { streamed: 'comment.deleted' },
  'comment.resolve': { streamed: 'comment.resolved' },
  'comment.reopen': { streamed: 'comment.reopened' },
});

export const commentEvents = declareEvents({
  'comment.created': { webhooks: true },
  'comment.resolved': { webhooks: true },
});
