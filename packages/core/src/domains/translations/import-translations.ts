import { type CollectionDocument, findCollection, isSameJson, type Json } from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import type { LocaleValues } from '../../content/draft-values.ts';
import { misfit, type TextPart } from '../../content/translation/inline.ts';
import { readXliff } from '../../content/translation/read-xliff.ts';
import { textUnits, translateField } from '../../content/translation/translate-values.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { type ErrorDetail, ErrorDetails } from '../../platform/error-details.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { toRefusal } from '../entries/bulk-entries.ts';
import { patchDraft } from '../entries/drafts/patch-draft.ts';
import { assertTranslated } from '../entries/overview/assert-translated.ts';
import { findVersion } from '../entries/versions/versions.store.ts';
import { translatedFields } from './export-translations.ts';
import { parseOriginal } from './original.ts';
import type { ImportedEntry, ImportInput, ImportResult } from './translations.schemas.ts';

/** The texts of an entry in a document, and the values that they were taken from. */
interface TranslatedEntry {
  readonly entry: EntryRecord;
  /** The version that was exported. */
  readonly version: number;
  readonly source: LocaleValues;
  readonly target: LocaleValues | null;
  readonly collection: CollectionDocument;
  /** Unit → its translation; null where there's none. */
  readonly texts: ReadonlyMap<string, readonly TextPart[] | null>;
}

/**
 * Saves translations as drafts, each entry as an editor saves it: what others changed since the export is merged or refused.
 *
 * @throws ApiError `validation_failed` with all faults of the document; nothing is saved then
 */
export async function importTranslations(ctx: ProjectContext, input: ImportInput): Promise<ImportResult> {
  const document = readXliff(input.xliff);
  const details = new ErrorDetails();
  const fault = (path: readonly (string | number)[], message: string): void => {
    details.add({ path: ['xliff', ...path], message });
  };
  for (const { path, message } of document.faults) fault(path, message);
  refuseFaults(details);
  const locale = document.target;
  assertTranslated(ctx, locale, ['xliff', 'trgLang']);
  if (document.source !== ctx.project.defaultLocale) {
    throw invalid(['xliff', 'srcLang'], `Texts are translated from ${ctx.project.defaultLocale}.`);
  }
  const entries: TranslatedEntry[] = [];
  const results: ImportedEntry[] = [];
  const { pool } = ctx.services.database;
  const schema = await ctx.services.schemas.load(ctx.project.id, ctx.project.schemaVersion);
  const known = await loadEntries(
    pool,
    ctx.project.id,
    document.files.map(({ id }) => id),
  );
  for (const { id, original, units } of document.files) {
    const from = parseOriginal(original);
    if (from?.projectId !== ctx.project.id || from.id !== id) {
      fault([id], 'This is no text of an entry in this project.');
      continue;
    }
    const entry = known.get(id);
    const collection = entry && findCollection(schema, entry.collectionKey);
    if (!entry || !isReadable(ctx.reads, entry.collectionKey)) {
      results.push(refused(id, new ApiError('entry.not_found')));
      continue;
    }
    const exported = await findVersion(pool, ctx.project.id, id, from.version);
    const source = exported?.values[document.source];
    if (!exported || !source || !collection) {
      fault([id], `The entry has no texts in version ${from.version}.`);
      continue;
    }
    const texts = new Map([...units].map(([unit, { target }]) => [unit, target]));
    const target = exported.values[locale] ?? null;
    const own = { entry, version: from.version, source, target, collection, texts };
    for (const { path, message } of unitFaults(own, units)) fault([id, ...path], message);
    entries.push(own);
  }
  refuseFaults(details);
  for (const entry of entries) results.push(await saveTranslation(ctx, entry, { ...input, locale }));
  return { locale, data: results };
}

function refuseFaults(details: ErrorDetails): void {
  if (details.found > 0) throw new ApiError('validation_failed', { details: details.list() });
}

/** What doesn't fit between the units of a document and the source that they were taken from. */
function* unitFaults(
  { source, collection }: TranslatedEntry,
  given: ReadonlyMap<string, { readonly source: readonly TextPart[]; readonly target: readonly TextPart[] | null }>,
): Generator<ErrorDetail> {
  const units = translatedFields(collection, source).flatMap(([field, value]) => textUnits(field, value));
  const known = new Map(units.map((unit) => [unit.id, unit]));
  for (const [id, { source: said, target }] of given) {
    const unit = known.get(id);
    if (!unit) {
      yield { path: [id], message: 'The entry had no such text when it was exported.' };
      continue;
    }
    const misfits = [misfit(said, unit.codes), target && misfit(target, unit.codes)].filter((one) => one !== null);
    for (const message of misfits) yield { path: unit.path, message };
    if (misfits.length === 0 && !isSameJson(said as Json, unit.parts as Json)) {
      yield { path: unit.path, message: 'The source is not what was exported.' };
    }
  }
}

async function saveTranslation(
  ctx: ProjectContext,
  translated: TranslatedEntry,
  {
    locale,
    accept_changed_source: isAnySource = false,
  }: { locale: string; accept_changed_source?: boolean | undefined },
): Promise<ImportedEntry> {
  const { entry, version, source } = translated;
  const { values, untranslated } = translatedValues(translated);
  const now = entry.drafts.get(ctx.project.defaultLocale)?.values ?? {};
  const changed = Object.keys(values).filter((key) => !isSameJson(source[key] ?? null, now[key] ?? null));
  const facts = { entry_id: entry.id, untranslated_fields: untranslated, changed_fields: changed, error: null };
  try {
    if (changed.length > 0 && !isAnySource) throw sourceChanged(ctx.project.defaultLocale, changed, version);
    if (Object.keys(values).length === 0) return { ...facts, result: 'unchanged', version: entry.version };
    const saved = await underCurrentRules(patchDraft)(ctx, {
      projectId: ctx.project.id,
      entryId: entry.id,
      values: { [locale]: values },
      base_version: version,
      merge: true,
    });
    return { ...facts, result: saved.version === entry.version ? 'unchanged' : 'saved', version: saved.version };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...facts, result: 'refused', version: null, error: toRefusal(error) };
  }
}

/**
 * The values that a document gives a translation: fields whose texts are all translated. A new translation also gets what has no
 * text, as in the source, but nothing that must be unique.
 */
function translatedValues({ collection, source, target, texts }: TranslatedEntry): {
  readonly values: Record<string, Json>;
  readonly untranslated: string[];
} {
  const values: Record<string, Json> = {};
  const copied: Record<string, Json> = {};
  const untranslated: string[] = [];
  for (const [field, value] of translatedFields(collection, source)) {
    const units = textUnits(field, value);
    if (units.length === 0) {
      if (target === null && !field.unique && field.type !== 'slug') copied[field.key] = value;
    } else if (units.every(({ id }) => texts.get(id))) {
      values[field.key] = translateField(field, value, target?.[field.key], ({ id }) => texts.get(id) ?? null);
    } else untranslated.push(field.key);
  }
  return { values: Object.keys(values).length > 0 ? { ...copied, ...values } : {}, untranslated };
}

function sourceChanged(locale: string, fields: readonly string[], version: number): ApiError {
  const message = `This was changed after version ${version}, which was exported.`;
  return new ApiError('entry.version_conflict', {
    details: fields.map((field) => ({ path: ['values', locale, field], message })),
  });
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
