import { feature } from '../../domains/feature.ts';
import { boundedRows, withinProject } from '../../platform/database/tables.ts';
import { translationActions, translationErrors, translationLimits } from './translations.names.ts';
import { translationsRouter } from './translations.router.ts';

export const translationsFeature = feature({
  name: 'translations',
  operations: translationsRouter,
  tag: 'Translations',
  limits: translationLimits,
  errors: translationErrors,
  audit: translationActions,
  tables: {
    translation_services: { sealed: ['secret'], ...withinProject, ...boundedRows },
    glossaries: { ...withinProject, ...boundedRows },
  },
});
