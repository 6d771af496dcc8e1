import { declareLimits, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const commentLimits = declareLimits({
  'comment.change': perMinute(60, 'comments that one person writes, changes, deletes, resolves and reopens'),
});

export const commentErrors = declareErrors({
  'comment.not_found': { status: 404, message: 'There is no such comment.' },
  'comment.limit_reached': { status: 409, message: 'The thread has reached its limit of comments.' },
});
