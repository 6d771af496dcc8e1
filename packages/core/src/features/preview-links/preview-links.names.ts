import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const previewLinkLimits = declareLimits({
  'preview.share': perHour(120, 'new preview links'),
});

export const previewLinkErrors = declareErrors({
  'preview_link.not_found': { status: 404, message: 'There is no such preview link.' },
  'preview_link.limit_reached': { status: 409, message: 'The project has reached its limit of preview links.' },
});

export const previewLinkActions = declareActions({
  'preview_link.create': {},
  'preview_link.revoke': {},
});
