import { assertMay } from '../../access/authorize.ts';
import { isReadable } from '../../access/permissions.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { toRefusal } from '../../domains/entries/bulk-item.ts';
import { assertLocale } from '../../domains/entries/overview/assert-translated.ts';
import { refuseRepeats } from '../../domains/entries/refuse-repeats.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { translationSource } from '../../entries/last-translation.store.ts';
import { writeSql } from '../../platform/audit.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { confirmFields } from './confirm-translations.store.ts';
import { translationActions } from './translations.names.ts';
import type {
  ConfirmedTranslation,
  ConfirmedTranslations,
  ConfirmTranslationInput,
  ConfirmTranslationsInput,
} from './translations.schemas.ts';

/**
 * Says that a translation is correct as it is: its fields are no longer outdated, nor marked as translated by machine. A change of the
 * source after the version that was looked at makes them outdated again.
 *
 * @throws ApiError `entry.not_found`; `entry.version_conflict` when there are newer texts than those that were checked
 */
export async function confirmTranslation(
  ctx: ProjectContext,
  { entryId, locale, base_version: base, fields }: Omit<ConfirmTranslationInput, 'projectId'>,
): Promise<ConfirmedTranslation> {
  // Also of the default locale: it may have been another one when the texts were translated.
  assertLocale(ctx, locale, ['locale']);
  const { pool } = ctx.services.database;
  const [entry] = (await loadEntries(pool, ctx.project.id, [entryId])).values();
  return { locale, confirmed_fields: await confirm(ctx, entry, { locale, base, fields: fields ?? null }) };
}

/**
 * Says the same of many entries, of each for itself.
 *
 * @throws ApiError `validation_failed`
 */
export async function confirmTranslations(
  ctx: ProjectContext,
  { locale, entry_ids: ids, base_versions: bases }: Omit<ConfirmTranslationsInput, 'projectId'>,
): Promise<ConfirmedTranslations> {
  assertLocale(ctx, locale, ['locale']);
  refuseRepeats('entry_ids', ids);
  if (bases.length !== ids.length) {
    throw invalid(['base_versions'], `There are ${ids.length} entries, and ${bases.length} versions.`);
  }
  const entries = await loadEntries(ctx.services.database.pool, ctx.project.id, ids);
  const data: ConfirmedTranslations['data'] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const wanted = { locale, base: bases[index] ?? 0, fields: null };
      data.push({ id, confirmed_fields: await confirm(ctx, entries.get(id), wanted), error: null });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      data.push({ id, confirmed_fields: [], error: toRefusal(error) });
    }
  }
  return { data };
}

async function confirm(
  ctx: ProjectContext,
  entry: EntryRecord | undefined,
  wanted: { readonly locale: string; readonly base: number; readonly fields: readonly string[] | null },
): Promise<string[]> {
  const { project, services } = ctx;
  if (!entry || !isReadable(ctx.reads, entry.collectionKey)) throw new ApiError('entry.not_found');
  assertMay(ctx, 'entry.write', entry, [wanted.locale]);
  const source = translationSource(
    project.defaultLocale,
    await services.schemas.load(project.id, project.schemaVersion),
  );
  return writeSql(ctx, async (client) => {
    const confirmed = await confirmFields(client, { projectId: project.id, entryId: entry.id }, source, wanted);
    if (!confirmed) throw new ApiError('entry.version_conflict');
    const { title, collectionKey } = entry;
    const data = { title, collection_key: collectionKey, locale: wanted.locale, fields: confirmed };
    const action = translationActions['translation.confirm'];
    return { answer: confirmed, audit: confirmed.length > 0 ? { action, targetId: entry.id, data } : [] };
  });
}
