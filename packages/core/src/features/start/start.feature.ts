import { feature } from '../../domains/feature.ts';
import { startLimits } from './start.names.ts';
import { startRouter } from './start.router.ts';

export const startFeature = feature({
  name: 'start',
  operations: startRouter,
  limits: startLimits,
  tag: 'Start page',
  about: 'What waits for a person in a project, and problems of its site.',
});
