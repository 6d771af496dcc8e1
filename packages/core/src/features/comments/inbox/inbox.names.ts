import { declareLimits, perMinute } from '../../../access/limits/limits.ts';

export const inboxLimits = declareLimits({
  'inbox.read': perMinute(240, 'times that one person marks lines of the inbox as read'),
});
