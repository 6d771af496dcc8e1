import { declareLimits, perHour } from '../../access/limits/limits.ts';
import { declareActions } from '../../platform/audit-actions.ts';
import { declareErrors } from '../../platform/errors.ts';

export const translationLimits = declareLimits({
  'translation.export': perHour(600, 'pages of texts to translate; each signed-in person counts separately'),
  'translation.import': perHour(300, 'imports of translations'),
  'translation.machine': perHour(600, 'entries translated by machine'),
  'translation.confirm_many': perHour(120, 'requests that confirm translations of many entries'),
});

export const translationErrors = declareErrors({
  'translation.no_service': { status: 409, message: 'The project has no translation service. Set one up first.' },
  'translation.service_failed': { status: 502, message: 'The translation service did not translate. See details.' },
  'glossary.version_conflict': { status: 409, message: 'Someone changed the glossary since. Read it again.' },
});

export const translationActions = declareActions({
  'translation.change_service': {},
  'translation.change_glossary': {},
  'translation.confirm': {},
});
