import { findCollection } from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import { toApiError } from '../../api/rest/envelope.ts';
import { reportFailure } from '../../api/rest/report-failure.ts';
import type { InputValues } from '../../content/draft-values.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { type BulkEntriesInput, type BulkItem, type BulkResult, MOST_BULK_BYTES } from './bulk.schemas.ts';
import { toBulkItem } from './bulk-item.ts';
import { patchDraft } from './drafts/patch-draft.ts';
import { entryErrors } from './entries.names.ts';
import type { SaveDraftInput } from './entries.schemas.ts';
import { valuesBefore } from './values-before.ts';

type FieldChange = BulkEntriesInput & { readonly action: 'set' | 'undo_set' };
type Entries = ReadonlyMap<string, EntryRecord>;

/**
 * Changes a field in the drafts of many entries of a collection, or takes such changes back: each entry as an editor saves it, with
 * a version of its own. A field that others changed since the base is refused. Once an entry is changed, a failure refuses those that
 * are left: the answer has the versions by which the change can be undone.
 *
 * @throws ApiError `validation_failed` for entries of several collections, a field that theirs doesn't have, and a value that is too
 *   large for all; `unavailable`
 */
export async function setField(ctx: ProjectContext, input: FieldChange): Promise<BulkResult> {
  const loaded = await loadEntries(ctx.services.database.pool, ctx.project.id, input.entry_ids);
  const entries = new Map([...loaded].filter(([, { collectionKey }]) => isReadable(ctx.reads, collectionKey)));
  if (input.action === 'set') await checkChange(ctx, input, entries);
  const data: BulkItem[] = [];
  let failure: ApiError | undefined;
  for (const [index, id] of input.entry_ids.entries()) {
    const entry = entries.get(id);
    try {
      data.push(failure ? toBulkItem(id, entry, undefined, failure) : await changeOne(ctx, input, index, entry));
    } catch (error) {
      if (input.dry_run || !data.some(({ result }) => result === 'changed')) throw error;
      failure = toApiError(error);
      reportFailure(ctx.services.log, failure, { requestId: ctx.requestId, path: 'entries.bulk' });
      data.push(toBulkItem(id, entry, undefined, failure));
    }
  }
  return { data, published_at: null, warnings: [] };
}

async function checkChange(ctx: ProjectContext, input: FieldChange, entries: Entries): Promise<void> {
  const { entry_ids: ids, field: name } = input;
  const [key, ...others] = new Set(ids.flatMap((id) => entries.get(id)?.collectionKey ?? []));
  if (others.length > 0) {
    const index = ids.findIndex((id) => others.includes(entries.get(id)?.collectionKey ?? ''));
    throw invalid(['entry_ids', index], 'All entries must be of one collection.');
  }
  const schema = key === undefined ? null : await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion);
  const collection = key === undefined ? undefined : findCollection(schema, key);
  const field = collection?.fields.find((one) => one.key === name);
  if (collection && !field) throw invalid(['field'], `The collection ${key} has no field ${name}.`);
  // Every language has the values that all share.
  const placesOf = (index: number, entry: EntryRecord): number =>
    field && !field.localized ? entry.drafts.size : Object.keys(patchOf(input, index, entry)).length;
  const places = ids.reduce((sum, id, index) => {
    const entry = entries.get(id);
    return sum + (entry ? placesOf(index, entry) : 1);
  }, 0);
  const bytes = Buffer.byteLength(JSON.stringify(input.value ?? null)) * places;
  if (bytes > MOST_BULK_BYTES)
    throw invalid(['value'], `In all entries it has ${bytes} bytes; at most ${MOST_BULK_BYTES} are allowed.`);
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
    const place = input.entry_locales ? ['entry_locales', index] : ['locales'];
    let from = entry.version;
    const check = (before: EntryRecord): void => {
      from = before.version;
      if (input.action === 'set') assertHasLocales(before, Object.keys(values), place);
    };
    const isDryRun = input.dry_run ?? false;
    const patch = { projectId: ctx.project.id, entryId: id, values, base_version: base, merge: true };
    const saved = await underCurrentRules((own: ProjectContext, given: SaveDraftInput) =>
      patchDraft(own, given, { check, source: 'bulk', isDryRun, areWhole: true }),
    )(ctx, patch);
    const result = saved.version === from ? 'unchanged' : 'changed';
    return {
      id,
      result,
      version: saved.version,
      entry_status: saved.status,
      live_changes: [],
      unchecked_fields: {},
      error: null,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorCode === 'unavailable') throw error;
    return toBulkItem(id, entry, undefined, error);
  }
}

function patchOf({ field = '', value, ...input }: FieldChange, index: number, entry: EntryRecord): InputValues {
  const locales = input.entry_locales?.[index] ?? input.locales ?? [...entry.drafts.keys()];
  return Object.fromEntries(locales.map((locale) => [locale, { [field]: value }]));
}

/** @throws ApiError `validation_failed`: changing a field makes no draft */
function assertHasLocales(
  { drafts, trashedAt }: EntryRecord,
  locales: readonly string[],
  place: readonly (string | number)[],
): void {
  if (trashedAt) throw new ApiError('entry.trashed');
  const missing = locales.findIndex((locale) => !drafts.has(locale));
  if (missing >= 0) throw invalid([...place, missing], `The entry has no values in ${locales[missing]}.`);
}

/** The values that take a change of a field back. @throws ApiError `entry.version_not_found` */
async function undoing(ctx: ProjectContext, id: string, version: number): Promise<InputValues> {
  const values = await valuesBefore(ctx, id, version);
  // A change of a field begins no language.
  if (Object.values(values).includes(null)) throw new ApiError(entryErrors['entry.version_not_found']);
  return values;
}
