import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { ProjectContext } from '../context.ts';
import type { DeploymentPage, ListDeploymentsInput } from './deployments.schemas.ts';
import { loadDeployments } from './deployments.store.ts';

/** A page of what deploy targets were told, or wait for, newest first. @throws ApiError `validation_failed` */
export async function listDeployments(
  { project, services }: ProjectContext,
  input: ListDeploymentsInput,
): Promise<DeploymentPage> {
  const { target_id: target = null, status = null, limit } = input;
  const filters = { project: project.id, list: 'deployments', target, status };
  const before = readCursor(filters, input.cursor);
  const found = await loadDeployments(services.database.pool, project.id, input, before, limit + 1);
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return { data, next_cursor: found.length > limit && last ? makeCursor(filters, last.id) : null };
}
