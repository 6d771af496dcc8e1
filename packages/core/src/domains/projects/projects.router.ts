import { operation, router } from '../operation.ts';
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

export const projectsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects',
    tag: 'Projects',
    summary: 'List your projects',
    access: 'session',
    input: listProjectsInput,
    output: projectListSchema,
    run: listProjects,
  }),

  create: operation({
    method: 'POST',
    path: '/projects',
    tag: 'Projects',
    summary: 'Create a project',
    access: 'session',
    status: 201,
    errors: ['project.slug_taken'],
    idempotent: true,
    limits: [{ name: 'project.create' }],
    audit: ['project.create'],
    input: createProjectInput,
    output: projectSchema,
    run: createProject,
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}',
    tag: 'Projects',
    summary: 'Read a project',
    access: 'project.read',
    input: getProjectInput,
    output: projectSchema,
    run: getProject,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}',
    tag: 'Projects',
    summary: 'Change name and locales of a project',
    description: 'A locale with drafts or live content cannot be removed.',
    access: 'project.update',
    errors: ['project.locale_in_use'],
    limits: [{ name: 'project.change' }],
    audit: ['project.update'],
    input: updateProjectInput,
    output: projectSchema,
    run: updateProject,
  }),
});
