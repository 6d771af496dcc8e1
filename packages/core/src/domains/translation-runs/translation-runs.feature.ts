import { feature } from '../feature.ts';
import { translateRuns } from './translate-runs.ts';
import { translationRunErrors, translationRunLimits } from './translation-runs.names.ts';
import { translationRunsRouter } from './translation-runs.router.ts';

export const translationRunsFeature = feature({
  name: 'translationRuns',
  operations: translationRunsRouter,
  tag: 'Translations',
  about: 'Texts for translators as XLIFF files, and translations by machine.',
  limits: translationRunLimits,
  errors: translationRunErrors,
  jobs: [translateRuns],
});
