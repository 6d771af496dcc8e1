import { declareLimits, guarding, perHour, perMinute } from '../../../access/limits/limits.ts';
import { declareActions } from '../../../platform/audit-actions.ts';
import { declareErrors } from '../../../platform/errors.ts';

export const invitationLimits = declareLimits({
  'invitation.create': perHour(60, 'invitations'),
  'invitation.preview': guarding(perMinute(30, 'invalid invitation links from one IP address')),
});

export const invitationErrors = declareErrors({
  'invitation.account_required': {
    status: 403,
    message:
      'Only people who have an account here can accept this: sign in, or ask an operator of the instance for one.',
  },
  'invitation.not_found': { status: 404, message: 'There is no such invitation, or it is no longer open.' },
  'member.already_member': { status: 409, message: 'This person is already a member.' },
});

export const invitationActions = declareActions({
  'invitation.create': {},
  'invitation.revoke': {},
  'invitation.accept': {},
});
