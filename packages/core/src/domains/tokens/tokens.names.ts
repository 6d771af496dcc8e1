import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const tokenLimits = declareLimits({
  'token.create': perHour(10, 'new tokens, rotations included', 'refuse'),
});

export const tokenErrors = declareErrors({
  'token.not_found': { status: 404, message: 'There is no such token.' },
  'token.limit_reached': { status: 409, message: 'The project has reached its limit of tokens.' },
});

export const tokenActions = declareActions({
  'token.create': {},
  'token.rotate': {},
  'token.revoke': {},
});
