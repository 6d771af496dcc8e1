import { pageById } from '../../api/cursor.ts';
import { operation, router } from '../../domains/operation.ts';
import { deploymentErrors } from './deployments.names.ts';
import * as schemas from './deployments.schemas.ts';
import { getDeploymentInProject, loadDeployments, loadEntryLive } from './deployments.store.ts';

export const deploymentsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/deployments',
    summary: 'List deployments',
    description: 'Sent and waiting deployments of all targets, newest first.',
    access: 'deploy.read',
    input: schemas.listDeploymentsInput,
    output: schemas.deploymentPageSchema,
    run: ({ project, services }, input) => {
      const { target_id: target = null, status = null } = input;
      return pageById({ project: project.id, list: 'deployments', target, status }, input, (before, limit) =>
        loadDeployments(services.database.pool, project.id, input, before, limit),
      );
    },
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/deployments/{deploymentId}',
    summary: 'Read a deployment',
    description: 'What was sent to the deploy target, each attempt with the response, and the outcome of the build.',
    access: 'deploy.read',
    errors: [deploymentErrors['deployment.not_found']],
    input: schemas.getDeploymentInput,
    output: schemas.deploymentSchema,
    run: ({ project, services }, { deploymentId }) =>
      getDeploymentInProject(services.database.pool, project.id, deploymentId),
  }),

  followEntry: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/live',
    summary: 'Check whether websites show the latest publish of an entry',
    description:
      'Three independent facts for each deploy target: the platform accepted the request, a build succeeded, the website ' +
      'was seen to show the change.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: schemas.followEntryInput,
    output: schemas.entryLiveSchema,
    run: ({ project, services }, { entryId }) => loadEntryLive(services.database.pool, project.id, entryId),
  }),
});
