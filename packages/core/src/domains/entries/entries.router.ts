import { underCurrentRules } from '../../entries/current-rules.store.ts';
import { entryActions } from '../../entries/entry.names.ts';
import { pageErrors } from '../../publishing/paths/page-errors.ts';
import { operation, router } from '../operation.ts';
import { bulkEntriesInput, bulkResultSchema } from './bulk.schemas.ts';
import { bulkEntries } from './bulk-entries.ts';
import { externalIdProcedures } from './by-external-id/by-external-id.router.ts';
import { createEntry } from './create-entry.ts';
import { deleteEntry } from './delete-entry.ts';
import { draftProcedures } from './drafts/drafts.router.ts';
import { duplicateEntry } from './duplicate-entry.ts';
import { entryErrors, entryLimits } from './entries.names.ts';
import * as schemas from './entries.schemas.ts';
import { getEntry } from './get-entry.ts';
import { listEntries } from './listing/list-entries.ts';
import { entryPageSchema, listEntriesInput } from './listing/listing.schemas.ts';
import { orderEntries } from './order-entries.ts';
import { compareTranslation } from './overview/compare-translation.ts';
import { countEntries } from './overview/count-entries.ts';
import * as overview from './overview/overview.schemas.ts';
import { presenceProcedures } from './presence/presence.router.ts';
import { publishEntry } from './publish-entry.ts';
import { republishEntry } from './republish-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { reviewProcedures } from './review/review.router.ts';
import { undoPublish } from './undo-publish.ts';
import { unpublishEntry } from './unpublish-entry.ts';
import { listUsedValues } from './used-values/list-used-values.ts';
import { usedValuesInput, usedValuesSchema } from './used-values/used-values.schemas.ts';
import { validateEntry } from './validation/validate-entry.ts';
import * as validation from './validation/validation.schemas.ts';
import { versionProcedures } from './versions/versions.router.ts';

export const entriesRouter = router({
  list: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries',
    summary: 'List entries',
    description:
      'Newest first, or the best hits of a search first, unless `sort` says otherwise, in pages. An entry whose ' +
      'position does not change meanwhile is on exactly one page. Trashed entries are listed with `status=trashed` only.',
    access: 'entry.read',
    limits: [{ limit: entryLimits['entry.list'], per: ({ actor }) => (actor.type === 'user' ? [actor.id] : []) }],
    input: listEntriesInput,
    output: entryPageSchema,
    run: listEntries,
  }),

  create: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries',
    summary: 'Create an entry',
    description: 'Creates an entry with a draft in each locale that is sent. Nothing goes live.',
    access: 'entry.write',
    status: 201,
    errors: [entryErrors['entry.external_id_taken'], 'entry.singleton_exists', 'entry.limit_reached'],
    limits: [
      { limit: entryLimits['entry.create'], when: ({ via }) => via !== 'import' },
      { limit: entryLimits['entry.import'], when: ({ via }) => via === 'import' },
    ],
    idempotent: true,
    audit: [entryActions['entry.create']],
    input: schemas.createEntryInput,
    output: schemas.entrySchema,
    run: underCurrentRules(createEntry),
  }),

  get: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}',
    summary: 'Read an entry with its newest values',
    description: 'Its status in each locale, its version, and the newest values of all locales.',
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: schemas.getEntryInput,
    output: schemas.entryDetailSchema,
    run: getEntry,
  }),

  ...draftProcedures,

  publish: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/publish',
    summary: 'Publish an entry in some locales',
    description: 'When the response arrives, the values are in the live snapshot.',
    access: 'entry.publish',
    errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', 'entry.not_approved', ...pageErrors],
    limits: [{ limit: entryLimits['entry.publish'] }],
    idempotent: true,
    audit: [entryActions['entry.publish']],
    input: schemas.publishEntryInput,
    output: schemas.publishResultSchema,
    run: publishEntry,
  }),

  unpublish: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/unpublish',
    summary: 'Take an entry off the site in some locales',
    description: 'Its drafts stay. Counts as a publish.',
    access: 'entry.publish',
    errors: ['entry.not_found', 'entry.trashed', 'entry.leaving_not_approved', 'page.misplaced'],
    limits: [{ limit: entryLimits['entry.publish'] }],
    idempotent: true,
    audit: [entryActions['entry.unpublish']],
    input: schemas.unpublishEntryInput,
    output: schemas.publishResultSchema,
    run: unpublishEntry,
  }),

  republish: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/republish',
    summary: 'Republish an entry',
    description:
      'Undoes a deletion or an unpublish: the entry leaves the trash, and exactly its former live content is live ' +
      'again, in one snapshot. Drafts stay as they are, and so do locales that are live. Refused when the content ' +
      'breaks rules of the active schema, or another entry has taken a unique value. ' +
      'Counts as a publish.',
    access: 'entry.publish',
    errors: ['entry.not_found', 'entry.never_live', 'entry.singleton_exists', ...pageErrors],
    limits: [{ limit: entryLimits['entry.publish'] }],
    idempotent: true,
    audit: [entryActions['entry.republish']],
    input: schemas.republishEntryInput,
    output: schemas.publishResultSchema,
    run: republishEntry,
  }),

  undoPublish: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/undo-publish',
    summary: 'Undo a publish of an entry',
    description:
      'In all locales that this publish changed, exactly the content before it is live again; where there was none, the entry ' +
      'leaves the site. All in one snapshot. Drafts and all other content stay as they are. Refused with 409 ' +
      'when the entry was published again since. Counts as a publish.',
    access: 'entry.publish',
    errors: [
      'entry.not_found',
      'entry.trashed',
      'entry.version_conflict',
      'entry.never_live',
      'entry.singleton_exists',
      ...pageErrors,
    ],
    limits: [{ limit: entryLimits['entry.publish'] }],
    idempotent: true,
    audit: [entryActions['entry.republish'], entryActions['entry.unpublish']],
    input: schemas.undoPublishInput,
    output: schemas.publishResultSchema,
    run: undoPublish,
  }),

  duplicate: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/duplicate',
    summary: "Copy an entry's newest values into a new draft",
    description: 'The title says that it is a copy; values that must be unique get a suffix.',
    access: 'entry.write',
    status: 201,
    errors: ['entry.not_found', 'entry.trashed', 'entry.singleton_exists', 'entry.limit_reached'],
    limits: [{ limit: entryLimits['entry.create'] }],
    idempotent: true,
    audit: [entryActions['entry.duplicate']],
    input: schemas.duplicateEntryInput,
    output: schemas.entrySchema,
    run: underCurrentRules(duplicateEntry),
  }),

  delete: operation({
    method: 'DELETE',
    path: '/projects/{projectId}/entries/{entryId}',
    summary: 'Move an entry to the trash',
    description:
      'When the response arrives, it has left the site. A live entry takes the right to publish it, and an approval where publishing does. After 30 days it is removed for good. Warnings name live entries that refer to it.',
    access: ['entry.write', 'entry.publish'],
    errors: ['entry.not_found', 'entry.leaving_not_approved', 'page.misplaced'],
    limits: [{ limit: entryLimits['entry.trash'] }],
    audit: [entryActions['entry.delete']],
    input: schemas.entryInput,
    output: schemas.entryWithWarningsSchema,
    run: deleteEntry,
  }),

  restore: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/{entryId}/restore',
    summary: 'Restore an entry from the trash',
    description: 'As a draft. A unique value that another entry has taken gets a suffix; a warning says so.',
    access: 'entry.write',
    errors: ['entry.not_found'],
    idempotent: true,
    limits: [{ limit: entryLimits['entry.trash'] }],
    audit: [entryActions['entry.restore']],
    input: schemas.entryInput,
    output: schemas.entryWithWarningsSchema,
    run: restoreEntry,
  }),

  order: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/order',
    summary: 'Change the order of entries in a collection',
    description: 'For collections that are ordered by hand. When the response arrives, the new order is live.',
    access: 'entry.publish',
    errors: ['entry.not_manually_ordered', 'entry.not_found'],
    limits: [{ limit: entryLimits['entry.order'] }],
    audit: [entryActions['entry.order']],
    input: schemas.orderEntriesInput,
    output: schemas.orderResultSchema,
    run: orderEntries,
  }),

  bulk: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/bulk',
    summary: 'Publish, undo, unpublish, republish, trash, restore or change many entries',
    description:
      'In one snapshot: all of the entries or none, unless `partial`. Counts as one publish or deletion. The action `set` changes a ' +
      'field of drafts, each in a save of its own.',
    access: ['entry.write', 'entry.publish'],
    errors: ['entry.bulk_refused'],
    limits: [
      { limit: entryLimits['entry.validate'], when: ({ dry_run }) => dry_run === true },
      { limit: entryLimits['entry.publish'], when: ({ action, dry_run }) => !dry_run && action.endsWith('publish') },
      {
        limit: entryLimits['entry.trash'],
        when: ({ action, dry_run }) => !dry_run && (action === 'trash' || action === 'restore'),
      },
      { limit: entryLimits['entry.set'], when: ({ action, dry_run }) => !dry_run && action.endsWith('set') },
    ],
    idempotent: true,
    audit: [
      entryActions['entry.publish'],
      entryActions['entry.unpublish'],
      entryActions['entry.republish'],
      entryActions['entry.delete'],
      entryActions['entry.restore'],
      entryActions['entry.save'],
    ],
    input: bulkEntriesInput,
    output: bulkResultSchema,
    run: underCurrentRules(bulkEntries),
  }),

  ...presenceProcedures,

  ...reviewProcedures,

  ...externalIdProcedures,

  usedValues: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/used-values',
    summary: 'List the texts that a list has in other entries',
    description:
      'Such as tags: the texts that drafts of a collection have in a list, with how many have each. Looks at the 300 ' +
      'entries of each status that changed last.',
    access: 'entry.read',
    input: usedValuesInput,
    output: usedValuesSchema,
    run: listUsedValues,
  }),

  count: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/counts',
    summary: 'Count entries',
    description:
      'By collection and status, and with `include=locales` by locale. Takes the filters of the list, ' +
      'and then counts what it lists.',
    access: 'entry.read',
    input: overview.countEntriesInput,
    output: overview.entryCountsSchema,
    run: countEntries,
  }),

  compareTranslation: operation({
    method: 'GET',
    path: '/projects/{projectId}/entries/{entryId}/translation',
    summary: 'Compare a translation with its source',
    description:
      "Which localized fields of the default locale's draft have changed since the last change of this locale.",
    access: 'entry.read',
    errors: ['entry.not_found'],
    input: overview.compareTranslationInput,
    output: overview.translationSchema,
    run: compareTranslation,
  }),

  validate: operation({
    method: 'POST',
    path: '/projects/{projectId}/entries/validate',
    summary: 'Check a save and a publish without writing',
    description:
      'Returns the errors and warnings of creating, saving and publishing, from the same code. Nothing ' +
      'is written. Without `values`, checks whether the existing draft can be published.',
    access: ['entry.write', 'entry.publish'],
    errors: ['entry.not_found'],
    limits: [{ limit: entryLimits['entry.validate'] }],
    audit: [],
    input: validation.validateEntryInput,
    output: validation.validationResultSchema,
    run: underCurrentRules(validateEntry),
  }),

  ...versionProcedures,
});
