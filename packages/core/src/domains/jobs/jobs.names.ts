import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const jobErrors = declareErrors({
  'job.not_found': { status: 404, message: 'There is no such job, or it has finished.' },
});

export const jobActions = declareActions({
  'job.retry': {},
});
