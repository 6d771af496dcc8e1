import { feature } from '../../../domains/feature.ts';
import { daysAfter, withinProject, withUse } from '../../../platform/database/tables.ts';
import { translateRuns } from './translate-runs.ts';
import { translationRunActions, translationRunErrors, translationRunLimits } from './translation-runs.names.ts';
import { translationRunsRouter } from './translation-runs.router.ts';

export const translationRunsFeature = feature({
  name: 'translationRuns',
  operations: translationRunsRouter,
  tag: 'Translations',
  about: 'Texts for translators as XLIFF files, and translations by machine.',
  limits: translationRunLimits,
  errors: translationRunErrors,
  audit: translationRunActions,
  tables: {
    translation_runs: {
      people: ['actor', 'undone_by'],
      ...withinProject,
      copy: 'left out',
      expires: daysAfter('ended_at', 30),
      ...withUse,
    },
    translation_run_entries: {
      removal: { with: 'translation_runs' },
      copy: 'left out',
      jobs: ['expire-rows'],
      ...withUse,
    },
  },
  jobs: [translateRuns],
});
