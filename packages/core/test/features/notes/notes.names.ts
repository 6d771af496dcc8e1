import { declareLimits, perMinute } from '../../../src/access/limits/limits.ts';
import { declareActions } from '../../../src/platform/audit-actions.ts';
import { declareErrors } from '../../../src/platform/errors.ts';

export const noteLimits = declareLimits({ 'note.create': perMinute(2, 'new notes') });

export const noteErrors = declareErrors({ 'note.not_found': { status: 404, message: 'There is no such note.' } });

export const noteActions = declareActions({
  'note.create': { streamed: 'note.created', webhooks: ['note.created'] },
  'note.delete': {},
});
