import type { ProjectContext } from '../context.ts';
import type { Deployment } from './deployments.schemas.ts';
import { getDeploymentInProject } from './deployments.store.ts';

/** One deployment with all that is known of it. @throws ApiError `deployment.not_found` */
export async function getDeployment(
  { project, services }: ProjectContext,
  { deploymentId }: { deploymentId: string },
): Promise<Deployment> {
  return getDeploymentInProject(services.database.pool, project.id, deploymentId);
}
