import { declareLimits, perMinute } from '../../access/limits/limits.ts';

export const startLimits = declareLimits({
  'start.problems': perMinute(60, 'searches of the live content for problems'),
});
