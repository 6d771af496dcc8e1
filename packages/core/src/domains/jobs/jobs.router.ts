import { operation, router } from '../operation.ts';
import { jobPageSchema, jobSchema, jobTargetInput, listJobsInput } from './jobs.schemas.ts';
import { listJobs } from './list-jobs.ts';
import { retryJob } from './retry-job.ts';

export const jobsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/jobs',
    tag: 'Jobs',
    summary: 'List jobs',
    description: 'Work that goes on beside the requests, and what of it was given up. A job that is done is gone.',
    access: 'job.manage',
    input: listJobsInput,
    output: jobPageSchema,
    run: listJobs,
  }),

  retry: operation({
    method: 'POST',
    path: '/projects/{projectId}/jobs/{jobId}/retry',
    tag: 'Jobs',
    summary: 'Run a job again',
    description: 'Lets a job run at once that was given up, or that waits for its next attempt.',
    access: 'job.manage',
    errors: ['job.not_found'],
    limits: [{ name: 'project.change' }],
    audit: ['job.retry'],
    input: jobTargetInput,
    output: jobSchema,
    run: retryJob,
  }),
});
