import { idempotently } from '../../idempotency.ts';
import { projectProcedure, router, sessionProcedure } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { createProject } from './create-project.ts';
import { getProject } from './get-project.ts';
import { listProjects } from './list-projects.ts';
import {
  createProjectInput,
  getProjectInput,
  listProjectsInput,
  projectListSchema,
  projectSchema,
  updateProjectInput,
} from './projects.schemas.ts';
import { updateProject } from './update-project.ts';

const create = idempotently(createProject);

export const projectsRouter = router({
  list: sessionProcedure
    .meta(op({ method: 'GET', path: '/projects', tag: 'Projects', summary: 'List your projects', access: 'session' }))
    .input(listProjectsInput)
    .output(projectListSchema)
    .query(({ ctx }) => listProjects(ctx)),

  create: sessionProcedure
    .meta(
      op({
        method: 'POST',
        path: '/projects',
        tag: 'Projects',
        summary: 'Create a project',
        access: 'session',
        status: 201,
        errors: ['project.slug_taken'],
        idempotent: true,
      }),
    )
    .input(createProjectInput)
    .output(projectSchema)
    .mutation(({ ctx, input }) => create(ctx, input)),

  get: projectProcedure('project.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}',
        tag: 'Projects',
        summary: 'Read a project',
        access: 'project.read',
      }),
    )
    .input(getProjectInput)
    .output(projectSchema)
    .query(({ ctx }) => getProject(ctx)),

  update: projectProcedure('project.update')
    .meta(
      op({
        method: 'PATCH',
        path: '/projects/{projectId}',
        tag: 'Projects',
        summary: 'Change name and locales of a project',
        description: 'A locale with drafts or live content cannot be removed.',
        access: 'project.update',
        errors: ['project.locale_in_use'],
      }),
    )
    .input(updateProjectInput)
    .output(projectSchema)
    .mutation(({ ctx, input }) => updateProject(ctx, input)),
});
