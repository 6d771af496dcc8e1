import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { operation } from '../../operation.ts';
import { entryErrors, entryLimits } from '../entries.names.ts';
import { patchDraftInput, saveDraftInput, savedEntrySchema } from '../entries.schemas.ts';
import { patchDraft } from './patch-draft.ts';
import { saveDraft } from './save-draft.ts';

const STALE = 'A save with an outdated `base_version` is refused with 409, with the fields that changed since.';
const SLUGS = 'A missing slug with a `source` is generated from it; an existing slug stays.';

/** Procedures that change drafts; part of the entries' router. */
export const draftProcedures = {
  saveDraft: operation({
    method: 'PUT',
    path: '/projects/{projectId}/entries/{entryId}/draft',
    summary: 'Replace a draft',
    description:
      'Replaces each locale that is sent: its localized fields that are not sent are erased. Shared fields and locales that ' +
      `are not sent stay. To change single fields, use PATCH. ${STALE} ${SLUGS} ` +
      'Saving equal values makes no version.',
    access: 'entry.write',
    errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', entryErrors['entry.locale_live']],
    limits: [{ limit: entryLimits['entry.save_draft'], per: ({ actor }, { entryId }) => [entryId, actor.id] }],
    audit: [entryActions['entry.save']],
    input: saveDraftInput,
    output: savedEntrySchema,
    run: underCurrentRules(saveDraft),
  }),

  patchDraft: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/entries/{entryId}/draft',
    summary: 'Change fields of a draft',
    description:
      'Changes only the fields that are sent; null clears a field. Lists and ' +
      `objects are replaced as a whole. ${STALE} ${SLUGS} Saving equal values makes no version.`,
    access: 'entry.write',
    errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', entryErrors['entry.locale_live']],
    limits: [{ limit: entryLimits['entry.save_draft'], per: ({ actor }, { entryId }) => [entryId, actor.id] }],
    audit: [entryActions['entry.save']],
    input: patchDraftInput,
    output: savedEntrySchema,
    run: underCurrentRules(patchDraft),
  }),
};
