import { assertMay } from '../../access/authorize.ts';
import { checkDraft, contentRules } from '../../content/check-draft.ts';
import type { ContentRules } from '../../content/draft-values.ts';
import { inputWithNestedSlugs, isGeneratedSlugTaken, prepareWithSlugs } from '../../content/generated-slugs.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { Overtaken } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { insertEntry } from '../../entries/insert-entry.store.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { entryQuota } from '../projects/usage.ts';
import { entryErrors } from './entries.names.ts';
import type { CreateEntryInput, EntryView } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';
import { newEntry } from './new-entry.ts';

/** A new entry before it's written. */
interface PlannedEntry {
  readonly entry: EntryRecord;
  readonly unique: UniqueChanges;
}

/**
 * Creates an entry with its first draft.
 *
 * @param allow called with the planned entry right before it's written; it throws to refuse
 * @throws ApiError `validation_failed`, `entry.external_id_taken`, `entry.singleton_exists`, `entry.limit_reached`
 * @throws Overtaken when another entry took a unique value first
 */
export async function createEntry(
  ctx: ProjectContext,
  input: CreateEntryInput,
  allow?: (planned: PlannedEntry) => Promise<void>,
): Promise<EntryView> {
  const rules = await contentRules(ctx);
  const id = newId('entry');
  const planned = await planEntry(ctx, rules, id, input);
  await allow?.(planned);
  const { entry, unique } = planned;
  ctx.response.headers.set('location', `${ctx.services.settings.apiUrl}/v1/projects/${ctx.project.id}/entries/${id}`);
  const view = toEntryView(entry);
  try {
    const imported = input.via === 'import';
    await insertEntry(ctx, { rules, entry, unique, kind: 'create', imported, view }, entryQuota(ctx));
    return view;
  } catch (error) {
    if (isUniqueViolation(error, 'entries_project_id_collection_key_external_id_key')) {
      const message = `The collection already has an entry with the external_id "${input.external_id}".`;
      throw new ApiError(entryErrors['entry.external_id_taken'], { details: [{ path: ['external_id'], message }] });
    }
    throw isUniqueViolation(error, 'unique_values_pkey') ? new Overtaken() : error;
  }
}

/**
 * Plans a new entry, with all checks of drafts.
 *
 * @throws ApiError `validation_failed`, `entry.singleton_exists`
 * @throws Overtaken when another entry took a generated slug first
 */
export async function planEntry(
  ctx: ProjectContext,
  rules: ContentRules,
  id: string,
  input: Pick<CreateEntryInput, 'collection_key' | 'external_id' | 'values'>,
): Promise<PlannedEntry> {
  const { collection_key: collectionKey } = input;
  const target = { id, projectId: ctx.project.id, collectionKey, drafts: null };
  const given = inputWithNestedSlugs(rules, collectionKey, input.values ?? {});
  assertMay(ctx, 'entry.write', { collectionKey, createdBy: ctx.actor }, Object.keys(given));
  const { prepared, generated: made } = await prepareWithSlugs(ctx.services.database.pool, rules, target, given);
  const externalId = input.external_id ?? null;
  const entry = newEntry(ctx, rules, { id, collectionKey, externalId, drafts: prepared.drafts });
  try {
    return { entry, unique: await checkDraft(ctx, rules, { ...entry, isNew: true }, prepared) };
  } catch (error) {
    throw isGeneratedSlugTaken(error, made) ? new Overtaken() : error;
  }
}
