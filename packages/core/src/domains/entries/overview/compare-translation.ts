import { translationSource } from '../../../entries/last-translation.store.ts';
import type { ProjectContext } from '../../context.ts';
import { assertLocale } from './assert-translated.ts';
import type { CompareTranslationInput, Translation } from './overview.schemas.ts';
import { loadTranslation } from './overview.store.ts';

/**
 * The changes in the default locale since each field of another locale was translated; of the default locale itself, none.
 *
 * @throws ApiError `validation_failed` for an unknown locale; `entry.not_found`
 */
export async function compareTranslation(
  ctx: ProjectContext,
  { entryId, locale }: Omit<CompareTranslationInput, 'projectId'>,
): Promise<Translation> {
  const { id: projectId, defaultLocale: source, schemaVersion } = ctx.project;
  assertLocale(ctx, locale, ['locale']);
  const { database, schemas } = ctx.services;
  const from = translationSource(source, await schemas.load(projectId, schemaVersion));
  const state = await loadTranslation(database.pool, { projectId, entryId }, locale, from);
  const known = from.localized && new Set(from.localized[state.collection_key]);
  // Nothing of the default locale itself is outdated.
  const outdated = locale === source ? {} : state.outdated;
  const machine = state.machine_fields ?? [];
  return {
    locale,
    source_locale: source,
    translated_version: state.version,
    translated_at: state.created_at?.toISOString() ?? null,
    translated_by: state.created_by,
    changed_fields: Object.keys(outdated).sort(),
    before: outdated,
    machine_fields: known ? [...known].filter((field) => machine.includes(field)) : [...machine],
  };
}
