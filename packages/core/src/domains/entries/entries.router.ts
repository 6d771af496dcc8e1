import { idempotently } from '../../idempotency.ts';
import { projectProcedure, router, spend } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { createEntry } from './create-entry.ts';
import { underCurrentRules } from './current-rules.ts';
import { deleteEntry } from './delete-entry.ts';
import { duplicateEntry } from './duplicate-entry.ts';
import {
  createEntryInput,
  deleteEntryInput,
  duplicateEntryInput,
  entryDetailSchema,
  entryPageSchema,
  entrySchema,
  entryWithWarningsSchema,
  getEntryInput,
  listEntriesInput,
  orderEntriesInput,
  orderResultSchema,
  publishEntryInput,
  publishResultSchema,
  restoreEntryInput,
  saveDraftInput,
  unpublishEntryInput,
} from './entries.schemas.ts';
import { getEntry } from './get-entry.ts';
import { listEntries } from './list-entries.ts';
import { orderEntries } from './order-entries.ts';
import { publishEntry } from './publish-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { saveDraft } from './save-draft.ts';
import { unpublishEntry } from './unpublish-entry.ts';
import { versionProcedures } from './versions.router.ts';

const create = idempotently(underCurrentRules(createEntry));
const save = underCurrentRules(saveDraft);
const unpublish = idempotently(unpublishEntry);
const duplicate = idempotently(underCurrentRules(duplicateEntry));
const restore = idempotently(underCurrentRules(restoreEntry));
const publish = idempotently(publishEntry);

export const entriesRouter = router({
  list: projectProcedure('entry.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/entries',
        tag: 'Entries',
        summary: 'List entries',
        description:
          'Newest made first, or of a search the best hits, unless `sort` says otherwise, a page at a time. An entry whose ' +
          'place does not change meanwhile is on exactly one page. Trashed entries are listed with `status=trashed` only.',
        access: 'entry.read',
        limits: ['entry.list'],
      }),
    )
    .input(listEntriesInput)
    .output(entryPageSchema)
    .query(async ({ ctx, input }) => {
      await spend(ctx, 'entry.list', ...(ctx.actor.type === 'user' ? [ctx.actor.id] : []));
      return listEntries(ctx, input);
    }),

  create: projectProcedure('entry.write')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries',
        tag: 'Entries',
        summary: 'Create an entry',
        access: 'entry.write',
        status: 201,
        errors: ['entry.external_id_taken', 'entry.singleton_exists'],
        limits: ['entry.create', 'entry.import'],
        idempotent: true,
      }),
    )
    .input(createEntryInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, input.via === 'import' ? 'entry.import' : 'entry.create');
      return create(ctx, input);
    }),

  get: projectProcedure('entry.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/entries/{entryId}',
        tag: 'Entries',
        summary: 'Read an entry with its newest values',
        access: 'entry.read',
        errors: ['entry.not_found'],
      }),
    )
    .input(getEntryInput)
    .output(entryDetailSchema)
    .query(({ ctx, input }) => getEntry(ctx, input)),

  saveDraft: projectProcedure('entry.write')
    .meta(
      op({
        method: 'PUT',
        path: '/projects/{projectId}/entries/{entryId}/draft',
        tag: 'Entries',
        summary: 'Save a draft',
        description:
          'Replaces each locale that is named, whole; locales that are not named stay. A save on a stale ' +
          '`base_version` is refused with 409 and names the fields that changed since. Saving equal values makes no version.',
        access: 'entry.write',
        errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', 'entry.locale_live', 'unavailable'],
        limits: ['entry.save_draft'],
      }),
    )
    .input(saveDraftInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'entry.save_draft', input.entryId, ctx.actor.id);
      return save(ctx, input);
    }),

  publish: projectProcedure('entry.publish')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries/{entryId}/publish',
        tag: 'Entries',
        summary: 'Publish an entry in some locales',
        description: 'When the answer arrives, the values are in the live snapshot.',
        access: 'entry.publish',
        errors: ['entry.not_found', 'entry.trashed', 'entry.version_conflict', 'unavailable'],
        limits: ['entry.publish'],
        idempotent: true,
      }),
    )
    .input(publishEntryInput)
    .output(publishResultSchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'entry.publish');
      return publish(ctx, input);
    }),

  unpublish: projectProcedure('entry.publish')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries/{entryId}/unpublish',
        tag: 'Entries',
        summary: 'Take an entry off the site in some locales',
        description: 'Its drafts stay. Counts as a publish.',
        access: 'entry.publish',
        errors: ['entry.not_found', 'entry.trashed', 'unavailable'],
        limits: ['entry.publish'],
        idempotent: true,
      }),
    )
    .input(unpublishEntryInput)
    .output(publishResultSchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'entry.publish');
      return unpublish(ctx, input);
    }),

  duplicate: projectProcedure('entry.write')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries/{entryId}/duplicate',
        tag: 'Entries',
        summary: "Copy an entry's newest values into a new draft",
        description: 'The title says that it is a copy; values that must be unique get an ending.',
        access: 'entry.write',
        status: 201,
        errors: ['entry.not_found', 'entry.trashed', 'entry.singleton_exists'],
        limits: ['entry.create'],
        idempotent: true,
      }),
    )
    .input(duplicateEntryInput)
    .output(entrySchema)
    .mutation(async ({ ctx, input }) => {
      await spend(ctx, 'entry.create');
      return duplicate(ctx, input);
    }),

  delete: projectProcedure('entry.publish')
    .meta(
      op({
        method: 'DELETE',
        path: '/projects/{projectId}/entries/{entryId}',
        tag: 'Entries',
        summary: 'Move an entry to the trash',
        description:
          'It has left the site when the answer arrives. After 30 days it is removed for good. Warnings name live entries that refer to it.',
        access: 'entry.publish',
        errors: ['entry.not_found', 'unavailable'],
      }),
    )
    .input(deleteEntryInput)
    .output(entryWithWarningsSchema)
    .mutation(({ ctx, input }) => deleteEntry(ctx, input)),

  restore: projectProcedure('entry.write')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries/{entryId}/restore',
        tag: 'Entries',
        summary: 'Bring an entry back from the trash',
        description: 'As a draft. A unique value that another entry took meanwhile gets an ending; a warning says so.',
        access: 'entry.write',
        errors: ['entry.not_found', 'unavailable'],
        idempotent: true,
      }),
    )
    .input(restoreEntryInput)
    .output(entryWithWarningsSchema)
    .mutation(({ ctx, input }) => restore(ctx, input)),

  order: projectProcedure('entry.publish')
    .meta(
      op({
        method: 'POST',
        path: '/projects/{projectId}/entries/order',
        tag: 'Entries',
        summary: 'Put entries of a collection in another order',
        description: 'For collections that are ordered by hand. The new order is live when the answer arrives.',
        access: 'entry.publish',
        errors: ['entry.not_manually_ordered', 'entry.not_found', 'unavailable'],
      }),
    )
    .input(orderEntriesInput)
    .output(orderResultSchema)
    .mutation(({ ctx, input }) => orderEntries(ctx, input)),

  ...versionProcedures,
});
