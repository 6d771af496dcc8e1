import { declareLimits, perMinute } from '../../access/limits/limits.ts';
import { declareErrors } from '../../platform/errors.ts';

export const embedLimits = declareLimits({
  'embed.look_up': perMinute(30, 'questions to other sites about a page; each person and token counts separately'),
});

export const embedErrors = declareErrors({
  'embed.site_failed': { status: 422, message: 'The other site did not say what the page is. See details.' },
});
