import { operation, router } from '../../domains/operation.ts';
import { entryActions } from '../../entries/entry.names.ts';
import { confirmTranslation, confirmTranslations } from './confirm-translations.ts';
import { exportTranslations } from './export-translations.ts';
import { importTranslations } from './import-translations.ts';
import { machineProcedures } from './machine/machine.router.ts';
import { translationActions, translationLimits } from './translations.names.ts';
import * as schemas from './translations.schemas.ts';

export const translationsRouter = router({
  ...machineProcedures,

  export: operation({
    method: 'GET',
    path: '/projects/{projectId}/translations/{locale}/xliff',
    summary: 'Export texts to translate',
    description:
      'Localized texts of entries as XLIFF 2.1, from the default locale to another one. Without `entries`, those whose translation ' +
      'is missing or outdated, in pages: each is a document of its own.',
    access: 'entry.read',
    limits: [
      { limit: translationLimits['translation.export'], per: ({ actor }) => (actor.type === 'user' ? [actor.id] : []) },
    ],
    input: schemas.exportInput,
    output: schemas.exportSchema,
    run: exportTranslations,
  }),

  import: operation({
    method: 'POST',
    path: '/projects/{projectId}/translations/import',
    summary: 'Import translations',
    description:
      'Saves what was translated in an exported document as drafts; nothing is published. If the document has a fault, nothing is ' +
      'saved. An entry is refused for itself: when its source has changed since the export, or what was translated has.',
    access: 'entry.write',
    limits: [{ limit: translationLimits['translation.import'] }],
    audit: [entryActions['entry.save']],
    input: schemas.importInput,
    output: schemas.importResultSchema,
    run: importTranslations,
  }),

  confirm: operation({
    method: 'POST',
    path: '/projects/{projectId}/translations/{locale}/entries/{entryId}/confirm',
    summary: 'Confirm a translation',
    description:
      'Says that fields are correct as they are: they are no longer outdated, nor marked as translated by machine.',
    access: 'entry.write',
    errors: ['entry.not_found', 'entry.version_conflict'],
    limits: [{ limit: translationLimits['translation.machine'] }],
    audit: [translationActions['translation.confirm']],
    input: schemas.confirmTranslationInput,
    output: schemas.confirmedTranslationSchema,
    run: confirmTranslation,
  }),

  confirmMany: operation({
    method: 'POST',
    path: '/projects/{projectId}/translations/{locale}/confirm',
    summary: 'Confirm translations of many entries',
    description:
      'Says of each entry that all fields of this locale are correct as they are. An entry is refused for itself.',
    access: 'entry.write',
    limits: [{ limit: translationLimits['translation.confirm_many'] }],
    audit: [translationActions['translation.confirm']],
    input: schemas.confirmTranslationsInput,
    output: schemas.confirmedTranslationsSchema,
    run: confirmTranslations,
  }),
});
