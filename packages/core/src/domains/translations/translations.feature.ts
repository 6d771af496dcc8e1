import { feature } from '../feature.ts';
import { translationsRouter } from './translations.router.ts';

export const translationsFeature = feature({
  name: 'translations',
  operations: translationsRouter,
  tag: 'Translations',
});
