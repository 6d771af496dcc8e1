import { targetEvents } from '../../../delivery/delivery.names.ts';
import { feature } from '../../../domains/feature.ts';
import { boundedRows, withinProject } from '../../../platform/database/tables.ts';
import { targetActions, targetErrors } from './targets.names.ts';
import { targetsRouter } from './targets.router.ts';

export const targetsFeature = feature({
  name: 'targets',
  operations: targetsRouter,
  tag: 'Deployments',
  errors: targetErrors,
  audit: targetActions,
  eventsOf: { target: { subject: 'target_id', forPeopleOnly: true } },
  events: targetEvents,
  tables: {
    deploy_targets: { people: ['created_by'], sealed: ['secrets'], ...withinProject, ...boundedRows },
  },
});
