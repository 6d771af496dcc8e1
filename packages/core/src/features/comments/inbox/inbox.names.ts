import { declareLimits, perMinute } from '../../../access/limits/limits.ts';
import { declareEvents, INBOX_CHANGED } from '../../../platform/events.store.ts';

export const inboxLimits = declareLimits({
  'inbox.read': perMinute(240, 'times that one person marks lines of the inbox as read'),
});

export const inboxEvents = declareEvents({ [INBOX_CHANGED]: { streamed: true } });
