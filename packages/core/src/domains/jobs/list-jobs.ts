import { pageById } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { JobPage, ListJobsInput } from './jobs.schemas.ts';
import { loadJobs } from './jobs.store.ts';

/** A page of a project's background jobs, newest first. @throws ApiError `validation_failed` */
export async function listJobs({ project, services }: ProjectContext, input: ListJobsInput): Promise<JobPage> {
  const filters = { project: project.id, list: 'jobs', state: input.state ?? null };
  return pageById(filters, input, (before, limit) =>
    loadJobs(services.database.pool, project.id, input, before, limit),
  );
}
