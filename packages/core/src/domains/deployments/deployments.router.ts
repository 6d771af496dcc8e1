import { operation, router } from '../operation.ts';
import {
  deploymentPageSchema,
  deploymentSchema,
  entryLiveSchema,
  followEntryInput,
  getDeploymentInput,
  listDeploymentsInput,
} from './deployments.schemas.ts';
import { followEntry } from './follow-entry.ts';
import { getDeployment } from './get-deployment.ts';
import { listDeployments } from './list-deployments.ts';

export const deploymentsRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/deployments',
    tag: 'Deployments',
    summary: 'List deployments',
    description: 'What deploy targets were told, and wait to be told, newest first.',
    access: 'deploy.read',
    input: listDeploymentsInput,
    output: deploymentPageSchema,
    run: listDeployments,
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/deployments/{deploymentId}',
    tag: 'Deployments',
    summary: 'Read a deployment',
    description: 'What was sent to the deploy target, each attempt with its answer, and what became of the build.',
    access: 'deploy.read',
    errors: ['deployment.not_found'],
    input: getDeploymentInput,
    output: deploymentSchema,
    run: getDeployment,
  }),

  followEntry: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/live',
    tag: 'Deployments',
    summary: 'Tell whether websites show an entry as it was last published',
    description:
      'Three facts for each deploy target, which never stand for each other: the platform was told, a build ended well, ' +
      'the website was seen to show it.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: followEntryInput,
    output: entryLiveSchema,
    run: followEntry,
  }),
});
