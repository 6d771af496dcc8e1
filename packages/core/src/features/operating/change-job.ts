import type { ApiSessionContext } from '../../api/context.ts';
import { jobErrors } from '../../domains/jobs/jobs.names.ts';
import type { Job } from '../../domains/jobs/jobs.schemas.ts';
import { makeJobDue } from '../../domains/jobs/jobs.store.ts';
import type { Services } from '../../domains/services.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { OperatorJobInput } from './operating.schemas.ts';
import { deleteDeadJob } from './operating.store.ts';

/** Makes a job of any project run now. @throws ApiError `job.not_found` */
export async function retryJobOfAny(ctx: ApiSessionContext<Services>, { jobId }: OperatorJobInput): Promise<Job> {
  const job = await writeSql(ctx, async (client) => {
    const due = await makeJobDue(client, { projectId: null, jobId }, ctx.services.clock.now());
    if (!due) throw new ApiError(jobErrors['job.not_found']);
    return { answer: due, audit: { action: 'instance.retry_job', targetId: due.id, data: { kind: due.kind } } };
  });
  ctx.services.jobs.wake();
  return job;
}

/** Removes a job that was given up, of any project: its work is never done. @throws ApiError `job.not_found` */
export function dropJob(ctx: ApiSessionContext<Services>, { jobId }: OperatorJobInput): Promise<Job> {
  return writeSql(ctx, async (client) => {
    const dropped = await deleteDeadJob(client, jobId);
    if (!dropped) throw new ApiError(jobErrors['job.not_found']);
    return {
      answer: dropped,
      audit: { action: 'instance.drop_job', targetId: dropped.id, data: { kind: dropped.kind } },
    };
  });
}
