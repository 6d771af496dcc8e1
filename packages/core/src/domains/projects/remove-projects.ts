import type { Logger } from 'pino';
import type { JobHandler } from '../../jobs/handler.ts';
import { incomingPrefix } from '../../media/keys.ts';
import { REMOVE_PROJECT } from '../../publishing/removal/removal.store.ts';
import { type RemovalServices, removeProject } from '../../publishing/removal/remove-project.ts';

/** Removes files and rows of deleted projects. Never given up, since no one could request it again. */
export const removeProjects: JobHandler<RemovalServices & { readonly log: Logger }> = {
  kind: REMOVE_PROJECT,
  attempts: Number.POSITIVE_INFINITY,
  run: async ({ payload, signal }, services) => {
    const projectId = projectOf(payload);
    const objects = await removeProject(services, projectId, [`${projectId}/`, incomingPrefix(projectId)], signal);
    services.log.info({ projectId, objects }, 'removed a deleted project');
  },
};

/** @throws Error for a job without a project: an empty prefix would match all files */
function projectOf(payload: unknown): string {
  const { project_id: projectId } = (payload ?? {}) as { readonly project_id?: unknown };
  if (typeof projectId !== 'string' || !/^prj_[0-9a-z]+$/.test(projectId)) {
    throw new Error('The job has no project to remove.');
  }
  return projectId;
}
