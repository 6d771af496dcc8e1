import { deploymentEvents } from '../../delivery/delivery.names.ts';
import { feature } from '../../domains/feature.ts';
import { withinProject, withUse } from '../../platform/database/tables.ts';
import { SEND_DEPLOYMENT } from '../../publishing/due-deployments.store.ts';
import { deploymentErrors } from './deployments.names.ts';
import { deploymentsRouter } from './deployments.router.ts';
import { deleteOldDeployments } from './following/builds.store.ts';
import { followerOf, senderOf } from './senders.ts';
import { FOLLOW_TARGET } from './wake-target.ts';

export const deploymentsFeature = feature({
  name: 'deployments',
  operations: deploymentsRouter,
  tag: 'Deployments',
  about: 'Deploy targets, which rebuild websites when content goes live, and the outcome of each build.',
  errors: deploymentErrors,
  eventsOf: { deployment: { subject: 'deployment_id', forPeopleOnly: true } },
  events: deploymentEvents,
  tables: {
    deployments: { ...withinProject, copy: 'left out', jobs: ['expire-rows'], prune: deleteOldDeployments, ...withUse },
  },
  jobs: [
    {
      kind: SEND_DEPLOYMENT,
      lane: 'deploy',
      run: ({ key, signal }, services) => senderOf(services).send(key, signal),
    },
    {
      kind: FOLLOW_TARGET,
      lane: 'deploy',
      run: ({ key, signal }, services) => followerOf(services).follow(key, signal),
    },
    // For deployments whose job was given up, and tests without an outcome.
    { kind: 'catch-up-deployments', everyMs: 60_000, run: (_job, services) => senderOf(services).catchUp() },
  ],
});
