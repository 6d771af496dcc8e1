import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { JobPage, ListJobsInput } from './jobs.schemas.ts';
import { loadJobs } from './jobs.store.ts';

/** A page of what goes on, or went wrong, beside the requests, newest first. @throws ApiError `validation_failed` */
export async function listJobs({ project, services }: ProjectContext, input: ListJobsInput): Promise<JobPage> {
  const { state = null, limit } = input;
  const filters = { project: project.id, list: 'jobs', state };
  const after = readCursor(filters, input.cursor);
  const found = await loadJobs(services.database.pool, project.id, input, after, limit + 1);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: found.length > limit && last ? makeCursor(filters, last.id) : null };
}
