import { declareErrors } from '../../platform/errors.ts';

export const deploymentErrors = declareErrors({
  'deployment.not_found': { status: 404, message: 'There is no such deployment.' },
});
