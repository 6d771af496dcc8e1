import { findCollection, isBlank, textUnits } from '@stele/schema';
import { assertMay } from '../../../access/authorize.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { patchDraft } from '../../../domains/entries/drafts/patch-draft.ts';
import type { SaveDraftInput } from '../../../domains/entries/entries.schemas.ts';
import { assertTranslated } from '../../../domains/entries/overview/assert-translated.ts';
import { compareTranslation } from '../../../domains/entries/overview/compare-translation.ts';
import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { SaveAside } from '../../../entries/write-draft.store.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { changedSince, sourceChanged } from '../source-changed.ts';
import { translatedFields, translatedValues } from '../texts/translated-values.ts';
import { translationErrors } from '../translations.names.ts';
import type { MachineTranslation, TranslateEntryInput } from './machine.schemas.ts';
import { loadGlossary, loadService } from './machine.store.ts';
import { openService } from './open-service.ts';
import { translationBoundsOf } from './translation-bounds.ts';

/** For how long a translation may take: people wait for it. */
const LONGEST_MS = 240_000;
/** The most characters of an entry that are translated at once. */
const MOST_CHARACTERS = 100_000;

/** The outcome for an entry's fields. */
export interface TranslatedFields extends Omit<MachineTranslation, 'locale' | 'version' | 'unchanged_fields'> {
  /** Translated fields that were marked before. */
  readonly marked_fields?: string[];
}

/** Options of a translation that goes on after its request. */
interface TranslateOptions {
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Looks at what the person may by now, each time that the save is tried. @throws ApiError */
  readonly beforeSave?: () => Promise<ProjectContext>;
  readonly asideOf?: (fields: TranslatedFields) => SaveAside;
}

/**
 * Translates fields of an entry by the project's service, and saves them as a draft whose fields are marked until someone changes or
 * confirms them. The service is asked before anything is written.
 *
 * @throws ApiError `translation.no_service`, `translation.service_failed`; `entry.version_conflict` when the source was changed
 *   meanwhile; `validation_failed` for unknown fields, and for more text than is translated at once
 */
export async function translateEntry(
  ctx: ProjectContext,
  { entryId, locale, fields: only, keep_written: keepsWritten = false }: TranslateEntryInput,
  { signal, beforeSave, asideOf }: TranslateOptions = {},
): Promise<MachineTranslation> {
  assertTranslated(ctx, locale, ['locale']);
  const { project, services } = ctx;
  const { pool, prisma } = services.database;
  const entry = await getEntryInProject(pool, project.id, entryId);
  if (entry.trashedAt) throw new ApiError('entry.trashed');
  assertMay(ctx, 'entry.write', entry, [locale]);
  const service = await loadService(prisma, project.id);
  if (!service) throw new ApiError(translationErrors['translation.no_service']);
  const collection = findCollection(
    await services.schemas.load(project.id, project.schemaVersion),
    entry.collectionKey,
  );
  const source = entry.drafts.get(project.defaultLocale)?.values;
  if (!collection || !source) throw invalid(['locale'], `The entry has no texts in ${project.defaultLocale}.`);
  const draft = entry.drafts.get(locale);
  const target = draft?.values ?? null;
  const known = translatedFields(collection, source);
  const keys = known.map(([{ key }]) => key);
  const unknown = only?.findIndex((key) => !keys.includes(key)) ?? -1;
  if (unknown >= 0) throw invalid(['fields', unknown], 'The source has no text to translate in this field.');
  const outdated = only ?? (await compareTranslation(ctx, { entryId, locale })).changed_fields;
  const due = known.flatMap(([field, value]) => {
    const isEmpty = isBlank(field, target?.[field.key]);
    const units = outdated.includes(field.key) || (!only && isEmpty) ? textUnits(field, value) : [];
    const isKept = keepsWritten && !isEmpty && !draft?.uncheckedFields?.includes(field.key);
    return units.length > 0 ? [{ key: field.key, units, isKept }] : [];
  });
  const wanted = due.filter(({ isKept }) => !isKept);
  const units = wanted.flatMap((one) => one.units);
  const characters = units
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  if (characters > MOST_CHARACTERS) {
    throw invalid(['fields'], `These are ${characters} characters; at most ${MOST_CHARACTERS} are translated at once.`);
  }
  const { terms: glossary } = await loadGlossary(prisma, project.id, locale);
  const translate = openService(
    services.delivery,
    service,
    AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(signal ? [signal] : [])]),
  );
  // With the parsers of Markdown and XML.
  const { translateUnits } = await import('./translate-units.ts');
  const given = await translationBoundsOf(services).run(project.id, () =>
    translateUnits(translate, units, { from: project.defaultLocale, to: locale, glossary }),
  );
  const { values, translated, untranslated } = translatedValues({ collection, source, target }, given);
  const left = wanted.flatMap(({ key }) => (untranslated.includes(key) ? [key] : []));
  const unchanged = wanted.map(({ key }) => key).filter((key) => !translated.includes(key) && !left.includes(key));
  const kept = due.flatMap(({ key, isKept }) => (isKept ? [key] : []));
  const answer = {
    locale,
    translated_fields: translated,
    unchanged_fields: unchanged,
    left_fields: left,
    kept_fields: kept,
  };
  if (translated.length === 0) return { ...answer, version: entry.version };
  const marked = translated.filter((key) => draft?.uncheckedFields?.includes(key));
  const check = (before: EntryRecord): void => {
    const changed = changedSince(values, source, before.drafts.get(project.defaultLocale)?.values ?? {});
    if (changed.length > 0) throw sourceChanged(project.defaultLocale, changed, entry.version);
    // Who confirms a text makes no version of it.
    const unchecked = before.drafts.get(locale)?.uncheckedFields ?? [];
    const confirmed = marked.filter((key) => !unchecked.includes(key));
    if (confirmed.length > 0) throw sourceChanged(locale, confirmed, entry.version);
  };
  const aside = asideOf?.({ ...answer, marked_fields: marked });
  const options = { check, source: 'machine' as const, byMachine: translated, areWhole: true, ...(aside && { aside }) };
  const save = underCurrentRules(async (own: ProjectContext, input: SaveDraftInput) =>
    patchDraft((await beforeSave?.()) ?? own, input, options),
  );
  const { version } = await save(ctx, {
    projectId: project.id,
    entryId,
    values: { [locale]: values },
    base_version: entry.version,
    merge: true,
  });
  return { ...answer, version };
}
