import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { entryActions } from '../../../entries/entry.names.ts';
import { operation } from '../../operation.ts';
import { entryErrors, entryLimits } from '../entries.names.ts';
import { entrySchema } from '../entries.schemas.ts';
import { diffVersions } from './diff-versions.ts';
import { getEntryVersion } from './get-version.ts';
import { listEntryVersions } from './list-versions.ts';
import { restoreVersion } from './restore-version.ts';
import * as schemas from './versions.schemas.ts';

/** Procedures of an entry's history; part of the entries' router. */
export const versionProcedures = {
  listVersions: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/versions',
    summary: "List an entry's versions",
    description: 'Newest first. Several automatic saves can be one record; `within` lists them.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: schemas.listVersionsInput,
    output: schemas.versionPageSchema,
    run: listEntryVersions,
  }),

  getVersion: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/versions/{version}',
    summary: 'Read a version with its values',
    description: 'The values of all locales as they were at that version.',
    access: 'entry.read',
    errors: ['entry.not_found', entryErrors['entry.version_not_found']],
    input: schemas.getVersionInput,
    output: schemas.versionDetailSchema,
    run: getEntryVersion,
  }),

  restoreVersion: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/versions/{version}/restore',
    summary: "Make an earlier version's values the draft",
    description: 'Live content stays as it is until the next publish.',
    access: 'entry.write',
    errors: ['entry.not_found', entryErrors['entry.version_not_found'], 'entry.trashed', 'entry.version_conflict'],
    limits: [{ limit: entryLimits['entry.save_draft'], per: ({ actor }, { entryId }) => [entryId, actor.id] }],
    audit: [entryActions['entry.restore_version']],
    input: schemas.restoreVersionInput,
    output: entrySchema,
    run: underCurrentRules(restoreVersion),
  }),

  diffVersions: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/versions/{version}/diff/{other}',
    summary: 'Compare two versions',
    description: 'Which fields of which locales differ, with their values in both.',
    access: 'entry.read',
    errors: ['entry.not_found', entryErrors['entry.version_not_found']],
    input: schemas.diffVersionsInput,
    output: schemas.versionDiffSchema,
    run: diffVersions,
  }),
};
