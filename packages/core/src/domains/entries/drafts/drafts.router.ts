import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { operation } from '../../operation.ts';
import { entrySchema, patchDraftInput, saveDraftInput } from '../entries.schemas.ts';
import { patchDraft } from './patch-draft.ts';
import { saveDraft } from './save-draft.ts';

const STALE = 'A save on a stale `base_version` is refused with 409 and names the fields that changed since.';
const SLUGS = 'A slug with a `source` that is left out is made of it; a slug that is there stays.';

/** Procedures that change drafts; part of the entries' router. */
export const draftProcedures = {
  saveDraft: operation({
    method: 'PUT',
    path: '/projects/{projectId}/entries/{entryId}/draft',
    summary: 'Replace a draft',
    description:
      'Replaces each locale that is named, whole: localized fields that are not sent are erased. Shared fields that are not ' +
      `sent stay, and so do locales that are not named. To change single fields, use PATCH. ${STALE} ${SLUGS} ` +
      'Saving equal values makes no version.',
    access: 'entry.write',
    errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', 'entry.locale_live'],
    limits: [{ name: 'entry.save_draft', per: ({ actor }, { entryId }) => [entryId, actor.id] }],
    audit: ['entry.save'],
    input: saveDraftInput,
    output: entrySchema,
    run: underCurrentRules(saveDraft),
  }),

  patchDraft: operation({
    method: 'PATCH',
    path: '/projects/{projectId}/entries/{entryId}/draft',
    summary: 'Change fields of a draft',
    description:
      'Changes the fields that are named, in the locales that are named, and nothing else; null clears a field. Lists and ' +
      `objects are replaced whole. ${STALE} ${SLUGS} Saving equal values makes no version.`,
    access: 'entry.write',
    errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', 'entry.locale_live'],
    limits: [{ name: 'entry.save_draft', per: ({ actor }, { entryId }) => [entryId, actor.id] }],
    audit: ['entry.save'],
    input: patchDraftInput,
    output: entrySchema,
    run: underCurrentRules(patchDraft),
  }),
};
