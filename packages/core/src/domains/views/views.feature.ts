import { feature } from '../feature.ts';
import { viewsRouter } from './views.router.ts';

export const viewsFeature = feature({
  name: 'views',
  operations: viewsRouter,
  tag: 'Saved views',
  about: 'Named filters of the list of entries.',
});
