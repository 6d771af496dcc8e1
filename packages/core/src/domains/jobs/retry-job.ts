import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { jobActions, jobErrors } from './jobs.names.ts';
import type { Job, JobTargetInput } from './jobs.schemas.ts';
import { makeJobDue } from './jobs.store.ts';

/** Makes a job run now that was given up, or that waits. @throws ApiError `job.not_found` */
export async function retryJob(ctx: ProjectContext, { jobId }: JobTargetInput): Promise<Job> {
  const job = await write(ctx, async (tx) => {
    const due = await makeJobDue(tx, { projectId: ctx.project.id, jobId }, ctx.services.clock.now());
    if (!due) throw new ApiError(jobErrors['job.not_found']);
    return { answer: due, audit: { action: jobActions['job.retry'], targetId: due.id, data: { kind: due.kind } } };
  });
  ctx.services.jobs.wake();
  return job;
}
