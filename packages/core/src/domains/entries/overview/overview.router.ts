import { operation } from '../../operation.ts';
import { compareTranslation } from './compare-translation.ts';
import { countEntries } from './count-entries.ts';
import {
  compareTranslationInput,
  countEntriesInput,
  entryCountsSchema,
  translationSchema,
} from './overview.schemas.ts';

/** Procedures that tell how far a project's content is; part of the entries' router. */
export const overviewProcedures = {
  count: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/counts',
    summary: 'Count entries',
    description:
      'By collection and status, and with `include=locales` by locale: how many are live, changed, drafts or missing.',
    access: 'entry.read',
    input: countEntriesInput,
    output: entryCountsSchema,
    run: countEntries,
  }),

  compareTranslation: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/translation',
    summary: 'Compare a translation with its source',
    description:
      "Which localized fields of the default locale's draft differ from what they were when fields of this locale changed last.",
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: compareTranslationInput,
    output: translationSchema,
    run: compareTranslation,
  }),
};
