import { feature } from '../feature.ts';
import { eventsRouter } from './events.router.ts';

export const eventsFeature = feature({
  name: 'events',
  operations: eventsRouter,
  tag: 'Events',
  about: 'A live stream of what happens in a project.',
});
