import { pageById } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { DeploymentPage, ListDeploymentsInput } from './deployments.schemas.ts';
import { loadDeployments } from './deployments.store.ts';

/** A page of sent and waiting deployments, newest first. @throws ApiError `validation_failed` */
export async function listDeployments(
  { project, services }: ProjectContext,
  input: ListDeploymentsInput,
): Promise<DeploymentPage> {
  const { target_id: target = null, status = null } = input;
  return pageById({ project: project.id, list: 'deployments', target, status }, input, (before, limit) =>
    loadDeployments(services.database.pool, project.id, input, before, limit),
  );
}
