import { declareLimits, perMinute } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const commentLimits = declareLimits({
  'comment.change': perMinute(60, 'comments that one person writes, changes, deletes, resolves and reopens'),
});

export const commentErrors = declareErrors({
  'comment.not_found': { status: 404, message: 'There is no such comment.' },
  'comment.limit_reached': { status: 409, message: 'The thread has reached its limit of comments.' },
});

export const commentActions = declareActions({
  'comment.create': {
    streamed: 'comment.created',
    webhooks: ['comment.created'],
    tells: ['collection_key', 'entry_id', 'thread_id', 'path', 'locales'],
    inbox: ['mention', 'reply', 'comment'],
  },
  'comment.update': { streamed: 'comment.updated', inbox: ['mention'] },
  'comment.delete': { streamed: 'comment.deleted' },
  'comment.resolve': {
    streamed: 'comment.resolved',
    webhooks: ['comment.resolved'],
    tells: ['collection_key', 'entry_id'],
  },
  'comment.reopen': { streamed: 'comment.reopened' },
});
