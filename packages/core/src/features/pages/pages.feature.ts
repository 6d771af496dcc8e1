import { feature } from '../../domains/feature.ts';
import { pageLimits, pageMoveErrors } from './pages.names.ts';
import { pagesRouter } from './pages.router.ts';

export const pagesFeature = feature({
  name: 'pages',
  operations: pagesRouter,
  tag: 'Pages',
  about: 'Trees of pages, and their paths.',
  limits: pageLimits,
  errors: pageMoveErrors,
});
