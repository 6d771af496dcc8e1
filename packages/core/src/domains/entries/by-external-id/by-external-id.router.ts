import { entryActions } from '../../../entries/entry.names.ts';
import { pageErrors } from '../../../publishing/paths/page-errors.ts';
import { operation } from '../../operation.ts';
import { entryErrors, entryLimits } from '../entries.names.ts';
import { entryDetailSchema, entryWithWarningsSchema } from '../entries.schemas.ts';
import { getByExternalIdInput, saveByExternalIdInput } from './by-external-id.schemas.ts';
import { getByExternalId } from './get-by-external-id.ts';
import { saveByExternalId } from './save-by-external-id.ts';

/** Procedures for entries by `external_id`; part of the entries' router. */
export const externalIdProcedures = {
  getByExternalId: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/by-external-id/{collection}/{externalId}',
    summary: 'Look up an entry by its external_id',
    description: 'Also finds an entry in the trash.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: getByExternalIdInput,
    output: entryDetailSchema,
    run: getByExternalId,
  }),

  saveByExternalId: operation({
    method: 'PUT',
    path: '/projects/{projectId}/entries/by-external-id/{collection}/{externalId}',
    summary: 'Create or replace an entry by its external_id',
    description:
      'Creates the entry (201), or replaces its draft (200) as `PUT …/draft` does: each locale that is sent is replaced ' +
      'completely, and the others stay. `publish` also publishes these locales, in the same step, and counts as a publish. ' +
      'Sent twice, it changes nothing the second time.',
    access: 'entry.write',
    mayCreate: true,
    errors: [
      'entry.limit_reached',
      'entry.not_found',
      'entry.trashed',
      'entry.version_conflict',
      entryErrors['entry.locale_live'],
      'entry.singleton_exists',
      'entry.not_approved',
      ...pageErrors,
    ],
    limits: [
      { limit: entryLimits['entry.create'], byVerb: true },
      { limit: entryLimits['entry.import'], byVerb: true },
      { limit: entryLimits['entry.save_draft'], byVerb: true },
      { limit: entryLimits['entry.publish'], when: ({ publish }) => publish === true },
    ],
    audit: [entryActions['entry.create'], entryActions['entry.save'], entryActions['entry.publish']],
    input: saveByExternalIdInput,
    output: entryWithWarningsSchema,
    run: saveByExternalId,
  }),
};
