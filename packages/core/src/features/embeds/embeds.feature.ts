import { feature } from '../../domains/feature.ts';
import { embedErrors, embedLimits } from './embeds.names.ts';
import { embedsRouter } from './embeds.router.ts';

export const embedsFeature = feature({
  name: 'embeds',
  operations: embedsRouter,
  tag: 'Entries',
  limits: embedLimits,
  errors: embedErrors,
});
