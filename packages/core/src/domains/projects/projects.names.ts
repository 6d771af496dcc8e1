import { declareLimits, perHour, perMinute } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const projectLimits = declareLimits({
  'project.create': perHour(60, 'new projects of one person'),
  'preview.check': perMinute(60, 'checks whether a page of a preview site can be framed'),
});

export const projectErrors = declareErrors({
  'project.slug_taken': { status: 409, message: 'A project already has this slug.' },
  'project.locale_in_use': { status: 409, message: 'A locale with content cannot be removed.' },
  'project.changed': {
    status: 409,
    message: 'Someone else changed this meanwhile. Check what is there now, then try again.',
  },
  'project.limit_reached': { status: 409, message: 'You have made as many projects as one person may here.' },
});

export const projectActions = declareActions({
  'project.create': {},
  'project.update': {},
  'project.delete': {},
  'project.change_quotas': {},
  'project.change_archiving': {},
});
