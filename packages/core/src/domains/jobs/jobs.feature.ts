import { feature } from '../feature.ts';
import { jobActions, jobErrors } from './jobs.names.ts';
import { jobsRouter } from './jobs.router.ts';

export const jobsFeature = feature({
  name: 'jobs',
  operations: jobsRouter,
  tag: 'Jobs',
  about: 'Background work.',
  errors: jobErrors,
  audit: jobActions,
});
