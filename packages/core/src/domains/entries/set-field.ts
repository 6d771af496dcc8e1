import { findCollection } from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import type { GivenValues } from '../../content/draft-values.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import type { BulkEntriesInput, BulkItem, BulkResult } from './bulk.schemas.ts';
import { toBulkItem } from './bulk-item.ts';
import { patchDraft } from './drafts/patch-draft.ts';
import type { SaveDraftInput } from './entries.schemas.ts';
import { findVersion } from './versions/versions.store.ts';

type FieldChange = BulkEntriesInput & { readonly action: 'set' | 'undo_set' };
type Entries = ReadonlyMap<string, EntryRecord>;

/**
 * Changes a field in the drafts of many entries of a collection, or takes such changes back: each entry as an editor saves it, with
 * a version of its own. What others changed since the base is merged or refused.
 *
 * @throws ApiError `validation_failed` for entries of several collections and a field that theirs doesn't have; `unavailable`
 */
export async function setField(ctx: ProjectContext, input: FieldChange): Promise<BulkResult> {
  const loaded = await loadEntries(ctx.services.database.pool, ctx.project.id, input.entry_ids);
  const entries = new Map([...loaded].filter(([, { collectionKey }]) => isReadable(ctx.reads, collectionKey)));
  if (input.action === 'set') await checkCollection(ctx, input, entries);
  const data: BulkItem[] = [];
  for (const [index, id] of input.entry_ids.entries()) data.push(await changeOne(ctx, input, index, entries.get(id)));
  return { data, published_at: null, warnings: [] };
}

async function checkCollection(
  ctx: ProjectContext,
  { entry_ids: ids, field }: FieldChange,
  entries: Entries,
): Promise<void> {
  const [key, ...others] = new Set(ids.flatMap((id) => entries.get(id)?.collectionKey ?? []));
  if (key === undefined) return;
  if (others.length > 0) {
    const index = ids.findIndex((id) => others.includes(entries.get(id)?.collectionKey ?? key));
    throw invalid(['entry_ids', index], 'All entries must be of one collection.');
  }
  const collection = findCollection(await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion), key);
  if (!collection || collection.fields.some((one) => one.key === field)) return;
  throw invalid(['field'], `The collection ${key} has no field ${field}.`);
}

async function changeOne(
  ctx: ProjectContext,
  input: FieldChange,
  index: number,
  entry: EntryRecord | undefined,
): Promise<BulkItem> {
  const id = input.entry_ids[index] ?? '';
  try {
    if (!entry) throw new ApiError('entry.not_found');
    const base = input.base_versions?.[index] ?? entry.version;
    const values = input.action === 'set' ? patchOf(input, index, entry) : await undoing(ctx, id, base);
    let from = entry.version;
    const check = (before: EntryRecord): void => {
      from = before.version;
      if (input.action === 'set') assertHasLocales(before, Object.keys(values));
    };
    const isDryRun = input.dry_run ?? false;
    const patch = { projectId: ctx.project.id, entryId: id, values, base_version: base, merge: true };
    const saved = await underCurrentRules((own: ProjectContext, given: SaveDraftInput) =>
      patchDraft(own, given, { check, isDryRun }),
    )(ctx, patch);
    const result = saved.version === from ? 'unchanged' : 'changed';
    return { id, result, version: saved.version, entry_status: saved.status, live_changes: [], error: null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorCode === 'unavailable') throw error;
    return toBulkItem(id, entry, undefined, error);
  }
}

function patchOf({ field = '', value, ...input }: FieldChange, index: number, entry: EntryRecord): GivenValues {
  const locales = input.entry_locales?.[index] ?? input.locales ?? [...entry.drafts.keys()];
  return Object.fromEntries(locales.map((locale) => [locale, { [field]: value }]));
}

/** @throws ApiError `validation_failed`: changing a field makes no draft */
function assertHasLocales({ drafts, trashedAt }: EntryRecord, locales: readonly string[]): void {
  if (trashedAt) throw new ApiError('entry.trashed');
  const missing = locales.findIndex((locale) => !drafts.has(locale));
  if (missing >= 0) throw invalid(['locales', missing], `The entry has no values in ${locales[missing]}.`);
}

/** What takes a save back: everything that it changed, as it was before. @throws ApiError `entry.version_not_found` */
async function undoing(ctx: ProjectContext, id: string, version: number): Promise<GivenValues> {
  const find = (one: number) => findVersion(ctx.services.database.pool, ctx.project.id, id, one);
  const [then, before] = [await find(version), await find(version - 1)];
  if (then?.kind !== 'save' || !before) throw new ApiError('entry.version_not_found');
  return Object.fromEntries(
    then.locales.map((locale) => {
      const fields = then.changed_paths.flatMap(([own, field]) =>
        own === locale && field !== undefined ? [field] : [],
      );
      return [locale, Object.fromEntries(fields.map((field) => [field, before.values[locale]?.[field] ?? null]))];
    }),
  );
}
