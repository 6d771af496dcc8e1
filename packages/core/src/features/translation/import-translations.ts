import {
  type CollectionDocument,
  describeCodeMismatch,
  findCollection,
  isSameJson,
  type Json,
  textUnits,
} from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import type { LocaleValues } from '../../content/draft-values.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { refuseManyBytes } from '../../domains/entries/bulk-entries.ts';
import { toRefusal } from '../../domains/entries/bulk-item.ts';
import { patchDraft } from '../../domains/entries/drafts/patch-draft.ts';
import { entryErrors } from '../../domains/entries/entries.names.ts';
import type { SaveDraftInput } from '../../domains/entries/entries.schemas.ts';
import { assertTranslated } from '../../domains/entries/overview/assert-translated.ts';
import { findVersion } from '../../domains/entries/versions/versions.store.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { type ErrorDetail, ErrorDetails } from '../../platform/error-details.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { parseOriginal } from './original.ts';
import { changedSince, sourceChanged } from './source-changed.ts';
import { type ReadFile, readXliff } from './texts/read-xliff.ts';
import { translatedFields, translatedValues } from './texts/translated-values.ts';
import type { ImportedEntry, ImportInput, ImportResult } from './translations.schemas.ts';
import { type ImportedState, loadImportedStates } from './translations.store.ts';

/** An entry whose texts are in a document. */
interface TranslatedFile extends ReadFile {
  readonly entry: ImportedState;
  /** The version that was exported. */
  readonly version: number;
}

/** The values of an entry in the version that was exported. */
interface Exported {
  readonly source: LocaleValues;
  readonly target: LocaleValues | null;
  readonly collection: CollectionDocument;
}

type LoadExported = (file: TranslatedFile) => Promise<Exported>;

/**
 * Saves translations as drafts, each entry as an editor saves it: what others changed since the export is merged or refused.
 *
 * @throws ApiError `validation_failed` with all faults of the document; nothing is saved then
 */
export async function importTranslations(ctx: ProjectContext, input: ImportInput): Promise<ImportResult> {
  const document = await readXliff(input.xliff);
  const details = new ErrorDetails();
  const fault = (path: readonly (string | number)[], message: string): void => {
    details.add({ path: ['xliff', ...path], message });
  };
  for (const { path, message } of document.faults) fault(path, message);
  refuseFaults(details);
  const locale = document.target;
  assertTranslated(ctx, locale, ['xliff', 'trgLang']);
  const source = ctx.project.defaultLocale;
  if (document.source !== source) throw invalid(['xliff', 'srcLang'], `Texts are translated from ${source}.`);
  const ids = document.files.map(({ id }) => id);
  await refuseManyBytes(ctx, 'xliff', ids);
  const { pool } = ctx.services.database;
  const schema = await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion);
  const known = await loadImportedStates(pool, ctx.project.id, ids);
  const load: LoadExported = async ({ id, entry, version }) => {
    const exported = await findVersion(pool, ctx.project.id, id, version);
    if (!exported) throw new ApiError(entryErrors['entry.version_not_found']);
    const collection = findCollection(schema, entry.collectionKey);
    const values = exported.values[source];
    if (!collection || !values) throw invalid(['xliff', id], `It has no texts to translate in version ${version}.`);
    return { source: values, target: exported.values[locale] ?? null, collection };
  };
  const files: (TranslatedFile | ImportedEntry)[] = [];
  for (const file of document.files) {
    const { id } = file;
    const from = parseOriginal(file.original);
    if (from?.projectId !== ctx.project.id || from.id !== id) {
      fault([id], 'This is no text of an entry in this project.');
      continue;
    }
    const entry = known.get(id);
    if (!entry || !isReadable(ctx.reads, entry.collectionKey)) {
      files.push(refused(id, new ApiError('entry.not_found')));
      continue;
    }
    if (from.version > entry.version) {
      fault([id], `The entry has no version ${from.version}.`);
      continue;
    }
    const own = { ...file, entry, version: from.version };
    // Exported values are loaded again to save them, so that at no time there's more than one entry's.
    const exported = await orRefusal(id, () => load(own));
    files.push('result' in exported ? exported : own);
    if ('result' in exported) continue;
    for (const { path, message } of unitFaults(exported, file.units)) fault([id, ...path], message);
  }
  refuseFaults(details);
  const data: ImportedEntry[] = [];
  for (const file of files) {
    data.push(
      'result' in file ? file : await orRefusal(file.id, () => saveTranslation(ctx, file, load, { ...input, locale })),
    );
  }
  return { locale, data };
}

function refuseFaults(details: ErrorDetails): void {
  if (details.found > 0) throw new ApiError('validation_failed', { details: details.list() });
}

async function orRefusal<T>(entryId: string, work: () => Promise<T>): Promise<T | ImportedEntry> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refused(entryId, error);
  }
}

/** The mismatches between the units of a document and the source that they were taken from. */
function* unitFaults({ source, collection }: Exported, given: ReadFile['units']): Generator<ErrorDetail> {
  const units = translatedFields(collection, source).flatMap(([field, value]) => textUnits(field, value));
  const known = new Map(units.map((unit) => [unit.id, unit]));
  for (const [id, { source: said, target }] of given) {
    const unit = known.get(id);
    if (!unit) {
      yield { path: [id], message: 'The entry had no such text when it was exported.' };
      continue;
    }
    const misfits = [describeCodeMismatch(said, unit.codes), target && describeCodeMismatch(target, unit.codes)].filter(
      (one) => one !== null,
    );
    for (const message of misfits) yield { path: unit.path, message };
    if (misfits.length === 0 && !isSameJson(said as Json, unit.parts as Json)) {
      yield { path: unit.path, message: 'The source is not what was exported.' };
    }
  }
}

async function saveTranslation(
  ctx: ProjectContext,
  file: TranslatedFile,
  load: LoadExported,
  {
    locale,
    accept_changed_source: isAnySource = false,
  }: { locale: string; accept_changed_source?: boolean | undefined },
): Promise<ImportedEntry> {
  const { id, entry, version } = file;
  const exported = await load(file);
  const { values, untranslated } = translatedValues(exported, file.units);
  const sourceLocale = ctx.project.defaultLocale;
  let from = entry.version;
  let changed: readonly string[] = [];
  // Runs again when the entry changes while it's saved.
  const check = (before: EntryRecord): void => {
    const now = before.drafts.get(sourceLocale)?.values ?? {};
    from = before.version;
    changed = changedSince(values, exported.source, now);
    if (changed.length > 0 && !isAnySource) throw sourceChanged(sourceLocale, changed, version);
  };
  const facts = { entry_id: id, untranslated_fields: untranslated };
  if (Object.keys(values).length === 0) {
    return { ...facts, result: 'unchanged', version: from, changed_fields: [], error: null };
  }
  try {
    const saved = await underCurrentRules((own: ProjectContext, input: SaveDraftInput) =>
      patchDraft(own, input, { check, source: 'xliff' }),
    )(ctx, {
      projectId: ctx.project.id,
      entryId: id,
      values: { [locale]: values },
      base_version: version,
      merge: true,
    });
    const result = saved.version === from ? 'unchanged' : 'saved';
    return { ...facts, result, version: saved.version, changed_fields: [...changed], error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...refused(id, error), ...facts, changed_fields: [...changed] };
  }
}

function refused(entryId: string, error: ApiError): ImportedEntry {
  return {
    entry_id: entryId,
    result: 'refused',
    version: null,
    untranslated_fields: [],
    changed_fields: [],
    error: toRefusal(error),
  };
}
