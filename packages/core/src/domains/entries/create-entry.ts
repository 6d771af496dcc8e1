import { assertMay } from '../../access/authorize.ts';
import { checkDraft, contentRules } from '../../content/check-draft.ts';
import { type ContentRules, deriveListFacts } from '../../content/draft-values.ts';
import { givenWithNestedSlugs, isMadeSlugTaken, prepareWithSlugs } from '../../content/made-slugs.ts';
import type { UniqueChanges } from '../../content/unique-values.ts';
import { Overtaken } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { insertEntry } from '../../entries/insert-entry.store.ts';
import { firstPosition } from '../../entries/position.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import type { CreateEntryInput, EntryView } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';

/** An entry as it would be made. */
export interface PlannedEntry {
  readonly entry: EntryRecord;
  readonly unique: UniqueChanges;
}

/**
 * Makes an entry with its first draft.
 *
 * @param allow looks at the entry as it would be, right before it's written, and throws to refuse
 * @throws ApiError `validation_failed`, `entry.external_id_taken`, `entry.singleton_exists`
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
  ctx.response.status = 201;
  ctx.response.headers.set('location', `${ctx.services.settings.apiUrl}/v1/projects/${ctx.project.id}/entries/${id}`);
  const view = toEntryView(entry);
  try {
    await insertEntry(ctx, { rules, entry, unique, kind: 'create', imported: input.via === 'import', view });
    return view;
  } catch (error) {
    if (isUniqueViolation(error, 'entries_project_id_collection_key_external_id_key')) {
      const message = `The collection has an entry with external_id "${input.external_id}".`;
      throw new ApiError('entry.external_id_taken', { details: [{ path: ['external_id'], message }] });
    }
    throw isUniqueViolation(error, 'unique_values_pkey') ? new Overtaken() : error;
  }
}

/**
 * Works out the entry that a request would make, checked against everything that drafts must keep to.
 *
 * @throws ApiError `validation_failed`, `entry.singleton_exists`
 * @throws Overtaken when another entry took a slug right after it was made
 */
export async function planEntry(
  ctx: ProjectContext,
  rules: ContentRules,
  id: string,
  input: Pick<CreateEntryInput, 'collection_key' | 'external_id' | 'values'>,
): Promise<PlannedEntry> {
  const { collection_key: collectionKey } = input;
  const target = { id, projectId: ctx.project.id, collectionKey, drafts: null };
  const given = givenWithNestedSlugs(rules, collectionKey, input.values ?? {});
  assertMay(ctx, 'entry.write', collectionKey, Object.keys(given));
  const { prepared, made } = await prepareWithSlugs(ctx.services.database.pool, rules, target, given);
  const drafts = [...prepared.drafts].map(([locale, checked]) => ({ locale, ...checked }));
  const valuesByLocale = new Map(drafts.map((draft) => [draft.locale, draft.values]));
  const now = ctx.services.clock.now();
  const entry: EntryRecord = {
    id,
    position: firstPosition(id),
    projectId: ctx.project.id,
    collectionKey,
    externalId: input.external_id ?? null,
    version: 1,
    valuesVersion: 1,
    ...deriveListFacts(rules, collectionKey, valuesByLocale, input.external_id ?? ''),
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
  try {
    return { entry, unique: await checkDraft(ctx, rules, { ...entry, isNew: true }, prepared) };
  } catch (error) {
    throw isMadeSlugTaken(error, made) ? new Overtaken() : error;
  }
}
