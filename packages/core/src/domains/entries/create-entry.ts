import { checkDraft, contentRules } from '../../content/check-draft.ts';
import { deriveTitle, prepareDrafts } from '../../content/draft-values.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { insertEntry } from '../../entries/insert-entry.store.ts';
import { firstPosition } from '../../entries/position.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import type { CreateEntryInput, EntryView } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/** How often an entry is checked anew because another one took a unique value meanwhile. */
const MAX_ATTEMPTS = 3;

/**
 * Makes an entry with its first draft.
 *
 * @throws ApiError `validation_failed`, `entry.external_id_taken`, `entry.singleton_exists`
 */
export async function createEntry(ctx: ProjectContext, input: CreateEntryInput): Promise<EntryView> {
  const rules = await contentRules(ctx);
  const prepared = prepareDrafts(rules, input.collection_key, null, input.values ?? {});
  const drafts = [...prepared.drafts].map(([locale, checked]) => ({ locale, ...checked }));
  const now = ctx.services.clock.now();
  const valuesByLocale = new Map(drafts.map((draft) => [draft.locale, draft.values]));
  const id = newId('entry');
  const entry: EntryRecord = {
    id,
    position: firstPosition(id),
    projectId: ctx.project.id,
    collectionKey: input.collection_key,
    externalId: input.external_id ?? null,
    version: 1,
    valuesVersion: 1,
    title: deriveTitle(rules, input.collection_key, valuesByLocale, input.external_id ?? ''),
    createdAt: now,
    createdBy: ctx.actor,
    updatedAt: now,
    updatedBy: ctx.actor,
    trashedAt: null,
    drafts: new Map(drafts.map(({ locale, values, hash }) => [locale, { version: 1, valuesHash: hash, values }])),
    live: new Map(),
    liveValues: new Map(),
    draftMentions: new Map(),
  };
  ctx.response.status = 201;
  ctx.response.headers.set(
    'location',
    `${ctx.services.settings.apiUrl}/v1/projects/${ctx.project.id}/entries/${entry.id}`,
  );
  const view = toEntryView(entry);
  for (let attempt = 1; ; attempt++) {
    const unique = await checkDraft(ctx, rules, { ...entry, isNew: true }, prepared);
    try {
      await insertEntry(ctx, { rules, entry, unique, kind: 'create', imported: input.via === 'import', view });
      break;
    } catch (error) {
      if (isUniqueViolation(error, 'entries_project_id_collection_key_external_id_key')) {
        const message = `The collection has an entry with external_id "${input.external_id}".`;
        throw new ApiError('entry.external_id_taken', { details: [{ path: ['external_id'], message }] });
      }
      if (!isUniqueViolation(error, 'unique_values_pkey') || attempt === MAX_ATTEMPTS) throw error;
    }
  }
  return view;
}
