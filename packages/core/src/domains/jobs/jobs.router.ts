import { pageById } from '../../api/cursor.ts';
import { operation, router } from '../operation.ts';
import { jobActions, jobErrors } from './jobs.names.ts';
import { jobPageSchema, jobSchema, jobTargetInput, listJobsInput } from './jobs.schemas.ts';
import { loadJobs } from './jobs.store.ts';
import { retryJob } from './retry-job.ts';

export const jobsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/jobs',
    summary: 'List jobs',
    description: 'Background work that is waiting, running or given up. Finished jobs are not listed.',
    access: 'job.manage',
    input: listJobsInput,
    output: jobPageSchema,
    run: ({ project, services }, input) => {
      const filters = { project: project.id, list: 'jobs', state: input.state ?? null };
      return pageById(filters, input, (before, limit) =>
        loadJobs(services.database.pool, project.id, input, before, limit),
      );
    },
  }),

  retry: operation({
    method: 'POST',
    path: '/projects/{projectId}/jobs/{jobId}/retry',
    summary: 'Run a job again',
    description: 'Runs a job now that was given up, or that waits for its next attempt.',
    access: 'job.manage',
    errors: [jobErrors['job.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [jobActions['job.retry']],
    input: jobTargetInput,
    output: jobSchema,
    run: retryJob,
  }),
});
