import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const pageLimits = declareLimits({
  'page.move': perHour(600, 'moves of pages'),
});

export const pageMoveErrors = declareErrors({
  'page.has_changes': {
    status: 409,
    message: 'This page has changes that are not live. Publish or discard them first.',
  },
});
