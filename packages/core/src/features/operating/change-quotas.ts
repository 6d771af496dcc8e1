import type { OwnQuotas } from '../../access/limits/quotas.ts';
import type { ApiSessionContext } from '../../api/context.ts';
import { projectActions } from '../../domains/projects/projects.names.ts';
import { quotasOf } from '../../domains/projects/usage.ts';
import type { Services } from '../../domains/services.ts';
import { write } from '../../platform/audit.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ChangeQuotasInput, ProjectQuotas } from './operating.schemas.ts';

/** A project's own quotas, and what it may have by them. */
export function toProjectQuotas(services: Services, own: OwnQuotas): ProjectQuotas {
  return { own, limits: quotasOf({ project: { quotas: own }, services }) };
}

/**
 * Gives a project quotas of its own, in place of all that it had. Usage beyond them stays.
 *
 * @throws ApiError `project.not_found`
 */
export function changeQuotas(
  ctx: ApiSessionContext<Services>,
  { projectId, ...given }: ChangeQuotasInput,
): Promise<ProjectQuotas> {
  const own = Object.fromEntries(Object.entries(given).filter(([, most]) => most !== undefined));
  return write(ctx, async (tx) => {
    const before = await tx.project.findUnique({ where: { id: projectId } });
    if (!before) throw new ApiError('project.not_found');
    await tx.project.update({ where: { id: projectId }, data: { quotas: own } });
    const data = { name: before.name, quotas: own, from: before.quotas };
    return {
      answer: toProjectQuotas(ctx.services, own),
      audit: { action: projectActions['project.change_quotas'], targetId: projectId, data },
      projectId,
    };
  });
}
