import { fieldDifferences } from '../../../content/field-differences.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { CompareTranslationInput, Translation } from './overview.schemas.ts';
import { loadTranslation } from './overview.store.ts';

/**
 * The changes in the default locale since the last edit of another locale.
 *
 * @throws ApiError `validation_failed` for the default locale or an unknown one; `entry.not_found`
 */
export async function compareTranslation(
  ctx: ProjectContext,
  { entryId, locale }: Omit<CompareTranslationInput, 'projectId'>,
): Promise<Translation> {
  const { id: projectId, locales, defaultLocale: source, schemaVersion } = ctx.project;
  if (!locales.includes(locale)) {
    throw invalid(['locale'], `The project has no locale ${locale}. It has: ${locales.join(', ')}.`);
  }
  if (locale === source)
    throw invalid(['locale'], `${locale} is the default locale, which others are translated from.`);
  const { database, schemas } = ctx.services;
  const schema = await schemas.load(projectId, schemaVersion);
  const localized =
    schema &&
    Object.fromEntries(
      schema.collections.map(({ key, fields }) => [key, fields.filter((field) => field.localized).map((f) => f.key)]),
    );
  const state = await loadTranslation(database.pool, { projectId, entryId }, { locale, source }, localized);
  const known = localized && new Set(localized[state.collection_key]);
  const changed =
    state.version === null
      ? []
      : fieldDifferences(state.before ?? {}, state.now ?? {}).filter(({ field }) => known?.has(field) ?? true);
  return {
    locale,
    source_locale: source,
    translated_version: state.version,
    translated_at: state.created_at?.toISOString() ?? null,
    translated_by: state.created_by,
    changed_fields: changed.map(({ field }) => field),
    before: Object.fromEntries(changed.map(({ field, before }) => [field, before])),
  };
}
