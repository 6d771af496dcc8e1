import { randomUUID } from 'node:crypto';
import type { OwnQuotas } from '../access/limits/quotas.ts';
import { ALL_RIGHTS } from '../access/permissions.ts';
import { newContext } from '../api/context.ts';
import { type Actor, SYSTEM } from '../platform/actor.ts';
import { ApiError } from '../platform/errors.ts';
import type { Context, ProjectContext } from './context.ts';
import type { Services } from './services.ts';

/** The context of the system's own work: seeding and maintenance. */
export function systemContext(services: Services): Context & { readonly actor: Actor } {
  const headers = new Headers();
  const request = { requestId: randomUUID(), transport: 'rest', method: 'POST', headers, params: null } as const;
  return { ...newContext(services, request), actor: SYSTEM };
}

/**
 * The same, in a project.
 *
 * @throws ApiError `project.not_found`
 */
export async function systemProjectContext(services: Services, projectId: string): Promise<ProjectContext> {
  const project = await services.database.prisma.project.findUnique({ where: { id: projectId } });
  if (!project) throw new ApiError('project.not_found');
  const inProject = {
    rights: ALL_RIGHTS,
    role: null,
    limits: null,
    reads: null,
    link: null,
    sessionId: null,
    project: { ...project, live: null, customRoles: {}, quotas: project.quotas as OwnQuotas },
  };
  return { ...systemContext(services), ...inProject };
}
