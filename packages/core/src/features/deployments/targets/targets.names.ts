import { declareActions } from '../../../platform/audit-actions.ts';
import { declareErrors } from '../../../platform/errors.ts';

export const targetErrors = declareErrors({
  'target.not_found': { status: 404, message: 'There is no such deploy target.' },
  'target.limit_reached': { status: 409, message: 'The project has reached its limit of deploy targets.' },
});

export const targetActions = declareActions({
  'deploy_target.create': { streamed: 'target.created' },
  'deploy_target.update': { streamed: 'target.updated' },
  'deploy_target.delete': { streamed: 'target.deleted' },
  'deploy_target.test': {},
  'deploy_target.resume': { streamed: 'target.updated' },
});
