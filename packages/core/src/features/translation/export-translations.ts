import {
  alignUnits,
  type CollectionDocument,
  findCollection,
  isSameJson,
  type Json,
  textUnits,
  wordsOfParts,
} from '@stele/schema';
import { isReadable } from '../../access/permissions.ts';
import { makeCursor, readCursor } from '../../api/cursor.ts';
import type { LocaleValues } from '../../content/draft-values.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { assertTranslated } from '../../domains/entries/overview/assert-translated.ts';
import { TRANSLATION_STATES } from '../../domains/entries/overview/translation-state.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import { translationSource } from '../../entries/last-translation.store.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { cutPage } from '../../platform/database/byte-budget.store.ts';
import { originalOf } from './original.ts';
import { translatedFields } from './texts/translated-values.ts';
import { writeXliff, type XliffFile, type XliffUnit } from './texts/write-xliff.ts';
import type { Export, ExportInput } from './translations.schemas.ts';
import { findToTranslate } from './translations.store.ts';

/**
 * Texts of entries to translate, as XLIFF, with the translations that are there.
 *
 * @throws ApiError `validation_failed` for the default locale or an unknown one, and for a foreign cursor
 */
export async function exportTranslations(ctx: ProjectContext, input: ExportInput): Promise<Export> {
  const { locale, collection = null, entries: entryIds = null, limit } = input;
  assertTranslated(ctx, locale, ['locale']);
  const { project, services } = ctx;
  const { pool } = services.database;
  const states = input.state ?? (entryIds ? TRANSLATION_STATES : (['missing', 'outdated'] as const));
  const filters = { project: project.id, translate: locale, collection, entries: entryIds, states: [...states] };
  const after = readCursor(filters, input.cursor);
  const nothing = { xliff: null, entries: 0, next_cursor: null };
  if (collection !== null && !isReadable(ctx.reads, collection)) return nothing;
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const source = translationSource(project.defaultLocale, schema);
  const collections = collection === null ? ctx.reads : [collection];
  const wanted = { projectId: project.id, locale, states, entryIds, collections, after, limit };
  const { page, hasMore } = cutPage(await findToTranslate(pool, wanted, source), limit);
  const entries = await loadEntries(
    pool,
    project.id,
    page.map(({ id }) => id),
  );
  const files: XliffFile[] = [];
  for (const { id, outdated } of page) {
    await takeBreak();
    const entry = entries.get(id);
    const own = entry && findCollection(schema, entry.collectionKey);
    const from = entry?.drafts.get(source.locale)?.values;
    if (!own || !from) continue;
    const units = await xliffUnits(
      own,
      from,
      entry.drafts.get(locale)?.values ?? null,
      outdated && { ...from, ...outdated },
    );
    const title = `${own.label}: ${entry.title}`;
    if (units.length > 0) files.push({ id, original: originalOf(entry), title, units });
  }
  await takeBreak();
  const last = page.at(-1);
  return {
    xliff: files.length > 0 ? writeXliff(source.locale, locale, files) : null,
    entries: files.length,
    next_cursor: hasMore && last ? makeCursor(filters, last.id) : null,
  };
}

async function xliffUnits(
  collection: CollectionDocument,
  source: LocaleValues,
  target: LocaleValues | null,
  before: LocaleValues | null,
): Promise<XliffUnit[]> {
  const all: XliffUnit[] = [];
  for (const [field, value] of translatedFields(collection, source)) {
    await takeBreak();
    const units = textUnits(field, value);
    await takeBreak();
    const translated = alignUnits(units, textUnits(field, target?.[field.key] ?? null));
    const earlier = new Map(textUnits(field, before?.[field.key] ?? null).map((unit) => [unit.id, unit]));
    await takeBreak();
    for (const unit of units) {
      const was = before ? (earlier.get(unit.id) ?? null) : unit;
      const isCurrent = was !== null && isSameJson(was.parts as Json, unit.parts as Json);
      const max = unit.root === unit.id && unit.id === field.key && 'max' in field ? field.max : undefined;
      const notes = [
        ...(typeof max === 'number' ? [`At most ${max} characters.`] : []),
        ...(was && !isCurrent ? [`When it was last translated, the source said: ${wordsOfParts(was.parts)}`] : []),
      ];
      all.push({ unit, target: translated.get(unit.id) ?? null, isCurrent, notes });
    }
  }
  return all;
}
