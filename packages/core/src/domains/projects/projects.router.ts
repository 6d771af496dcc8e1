import { customRolesOf, rightsOfMember, toMembership } from '../../access/membership.ts';
import { projectInput } from '../../api/wire.ts';
import { operation, router } from '../operation.ts';
import { createProject, deleteProject, updateProject } from './change-project.ts';
import { checkPage } from './check-page.ts';
import { projectActions, projectErrors, projectLimits } from './projects.names.ts';
import * as schemas from './projects.schemas.ts';
import { toProjectView } from './projects.store.ts';
import { countForDeletion } from './usage.store.ts';
import { loadUsage } from './usage.ts';

export const projectsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects',
    summary: 'List your projects',
    description: 'Projects in which the signed-in person is a member.',
    access: 'session',
    input: schemas.listProjectsInput,
    output: schemas.projectListSchema,
    run: async ({ user, services }) => {
      const memberships = await services.database.prisma.member.findMany({
        where: { userId: user.id },
        include: { project: true },
        orderBy: { project: { name: 'asc' } },
      });
      const views = memberships.map(({ project, ...member }) => {
        const membership = toMembership(member);
        return toProjectView(project, {
          ...membership,
          rights: rightsOfMember(services.grants, customRolesOf(project), membership),
        });
      });
      return { data: views, next_cursor: null };
    },
  }),

  create: operation({
    method: 'POST',
    path: '/projects',
    summary: 'Create a project',
    description: 'The person who creates it owns it. The first locale is the default one.',
    access: 'session',
    status: 201,
    errors: [
      projectErrors['project.slug_taken'],
      projectErrors['project.limit_reached'],
      'instance.operator_only',
      'auth.email_not_verified',
    ],
    idempotent: true,
    limits: [{ limit: projectLimits['project.create'] }],
    audit: [projectActions['project.create']],
    input: schemas.createProjectInput,
    output: schemas.projectSchema,
    run: createProject,
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}',
    summary: 'Read a project',
    description: 'Its name, its locales, and its websites.',
    access: 'project.read',
    input: projectInput,
    output: schemas.projectSchema,
    run: async (ctx) => toProjectView(ctx.project, ctx),
  }),

  usage: operation({
    method: 'GET',
    path: '/projects/{projectId}/usage',
    summary: 'Read what a project uses',
    description: 'Used and allowed entries, people, bytes and requests.',
    access: 'project.read',
    input: projectInput,
    output: schemas.projectUsageSchema,
    run: loadUsage,
  }),

  checkPage: operation({
    method: 'GET',
    path: '/projects/{projectId}/page-check',
    summary: 'Check whether a page can be framed',
    description: 'Requests a page of a preview site, and says which of its headers keeps it out of the editor.',
    access: 'project.read',
    limits: [{ limit: projectLimits['preview.check'] }],
    input: schemas.checkPageInput,
    output: schemas.pageCheckSchema,
    run: checkPage,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}',
    summary: 'Change a project',
    description:
      'A locale with content cannot be removed, nor a role in use. Only owners change `roles` and `group_roles`. ' +
      'Lists are replaced as a whole. Send the lists that you saw as `base_…`: if one has changed since, nothing is done.',
    access: 'project.update',
    errors: [projectErrors['project.locale_in_use'], projectErrors['project.changed']],
    limits: [{ limit: 'project.change' }],
    audit: [projectActions['project.update']],
    input: schemas.updateProjectInput,
    output: schemas.projectSchema,
    run: updateProject,
  }),

  deletion: operation({
    method: 'GET',
    path: '/projects/{projectId}/deletion',
    summary: 'Read what deleting a project means',
    description:
      'What goes with it: `entries` with those in the trash, `tokens` that work, and so on. Deletes nothing.',
    access: 'project.delete',
    input: projectInput,
    output: schemas.projectDeletionSchema,
    run: ({ project, services: { database, clock } }) => countForDeletion(database.pool, project.id, clock.now()),
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}',
    summary: 'Delete a project',
    description:
      'For good, with everything in it. When the response arrives, no one can access it; its files are removed soon after. ' +
      'Websites that were built from it stay as they are; their next builds fail.',
    access: 'project.delete',
    limits: [{ limit: 'project.change' }],
    audit: [projectActions['project.delete']],
    input: schemas.deleteProjectInput,
    output: schemas.projectSchema,
    run: deleteProject,
  }),
});
