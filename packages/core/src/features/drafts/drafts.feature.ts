import { feature } from '../../domains/feature.ts';
import { draftsRouter } from './drafts.router.ts';

export const draftsFeature = feature({
  name: 'drafts',
  operations: draftsRouter,
  tag: 'Drafts',
  about: 'The newest values of a collection as one file, for previews.',
});
