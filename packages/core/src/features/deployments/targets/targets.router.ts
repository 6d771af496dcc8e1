import { projectInput } from '../../../api/wire.ts';
import { operation, router } from '../../../domains/operation.ts';
import { deploymentSchema } from '../deployments.schemas.ts';
import { createTarget, deleteTarget, resumeTarget, updateTarget } from './change-target.ts';
import { targetActions, targetErrors } from './targets.names.ts';
import * as schemas from './targets.schemas.ts';
import { getTargetInProject, loadTargets } from './targets.store.ts';
import { testTarget } from './test-target.ts';

export const targetsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/deploy-targets',
    summary: 'List deploy targets',
    description: 'All deploy targets. A project has at most twenty.',
    access: 'deploy.read',
    input: projectInput,
    output: schemas.targetListSchema,
    run: async ({ project, services }) => ({
      data: await loadTargets(services.database.pool, project.id, null),
      next_cursor: null,
    }),
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/deploy-targets/{targetId}',
    summary: 'Read a deploy target',
    description: 'Its settings, and when it was last triggered, built and seen. Secrets are left out.',
    access: 'deploy.read',
    errors: [targetErrors['target.not_found']],
    input: schemas.targetInput,
    output: schemas.targetSchema,
    run: ({ project, services }, { targetId }) => getTargetInProject(services.database.pool, project.id, targetId),
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/deploy-targets',
    summary: 'Create a deploy target',
    description:
      'A hosting platform that builds the website on request, whenever published content changes. Its secrets are ' +
      'encrypted, and never returned.',
    access: 'deploy.manage',
    status: 201,
    errors: [targetErrors['target.limit_reached']],
    limits: [{ limit: 'project.change' }],
    idempotent: true,
    audit: [targetActions['deploy_target.create']],
    input: schemas.createTargetInput,
    output: schemas.targetSchema,
    run: createTarget,
  }),

  update: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/deploy-targets/{targetId}',
    summary: 'Change a deploy target',
    description: 'Changes the fields that are sent, and nothing else.',
    access: 'deploy.manage',
    errors: [targetErrors['target.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [targetActions['deploy_target.update']],
    input: schemas.updateTargetInput,
    output: schemas.targetSchema,
    run: updateTarget,
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/deploy-targets/{targetId}',
    summary: 'Delete a deploy target',
    description: 'Its deployments are deleted too.',
    access: 'deploy.manage',
    errors: [targetErrors['target.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [targetActions['deploy_target.delete']],
    input: schemas.targetInput,
    output: schemas.targetSchema,
    run: deleteTarget,
  }),

  test: operation({
    method: 'POST',
    path: '/projects/{projectId}/deploy-targets/{targetId}/test',
    summary: 'Start a build to test a deploy target',
    description:
      'Starts a real build, once, and returns the outcome: `status` is `triggered` or `failed`. The outcome does not ' +
      'affect the target.',
    access: 'deploy.manage',
    errors: [targetErrors['target.not_found']],
    limits: [{ limit: 'target.test' }],
    audit: [targetActions['deploy_target.test']],
    input: schemas.targetInput,
    output: deploymentSchema,
    run: testTarget,
  }),

  resume: operation({
    method: 'POST',
    path: '/projects/{projectId}/deploy-targets/{targetId}/resume',
    summary: 'Resume a paused deploy target',
    description: 'Sends the live snapshot at once. A target that is not paused stays as it is.',
    access: 'deploy.manage',
    errors: [targetErrors['target.not_found']],
    limits: [{ limit: 'project.change' }],
    audit: [targetActions['deploy_target.resume']],
    input: schemas.targetInput,
    output: schemas.targetSchema,
    run: resumeTarget,
  }),
});
