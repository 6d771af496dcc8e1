import { idempotently } from '../../idempotency.ts';
import { projectProcedure, router, spend } from '../../procedures.ts';
import { op } from '../../rest/meta.ts';
import { createEntry } from './create-entry.ts';
import { underCurrentRules } from './current-rules.ts';
import {
  createEntryInput,
  entryPageSchema,
  entrySchema,
  getEntryInput,
  listEntriesInput,
  publishEntryInput,
  publishResultSchema,
  saveDraftInput,
} from './entries.schemas.ts';
import { getEntry } from './get-entry.ts';
import { listEntries } from './list-entries.ts';
import { publishEntry } from './publish-entry.ts';
import { saveDraft } from './save-draft.ts';

const create = idempotently(underCurrentRules(createEntry));
const save = underCurrentRules(saveDraft);
const publish = idempotently(publishEntry);

export const entriesRouter = router({
  list: projectProcedure('entry.read')
    .meta(
      op({
        method: 'GET',
        path: '/projects/{projectId}/entries',
        tag: 'Entries',
        summary: 'List entries',
        description: 'Newest made first, a page at a time. Trashed entries are listed with `status=trashed` only.',
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
    .output(entrySchema)
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
});
