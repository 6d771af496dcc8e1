import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const memberLimits = declareLimits({
  'member.reset_link': perHour(20, "links to reset a member's password", 'refuse'),
});

export const memberErrors = declareErrors({
  'member.reset_not_allowed': {
    status: 403,
    message:
      'Only an operator can create a link for this person, or, while the address is not verified, an owner of all their projects.',
  },
  'member.not_found': { status: 404, message: 'There is no such member.' },
  'member.changed': {
    status: 409,
    message: 'Someone else changed this member meanwhile. Check what is there now, then try again.',
  },
  'member.last_owner': { status: 409, message: 'A project needs at least one owner.' },
});

export const memberActions = declareActions({
  'member.add': {},
  'member.update': {},
  'member.remove': {},
  'member.reset_link': {},
});
