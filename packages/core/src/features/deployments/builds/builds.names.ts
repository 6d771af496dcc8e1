import { declareLimits, perHour } from '../../../access/limits/limits.ts';

export const buildLimits = declareLimits({
  'build.report': perHour(1200, 'reports of builds'),
});
