import { feature } from '../../domains/feature.ts';
import { startRouter } from './start.router.ts';

export const startFeature = feature({
  name: 'start',
  operations: startRouter,
  tag: 'Start page',
  about: 'What waits for a person in a project, and problems of its site.',
});
