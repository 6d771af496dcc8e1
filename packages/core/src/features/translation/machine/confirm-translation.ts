import { assertMay } from '../../../access/authorize.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { assertLocale } from '../../../domains/entries/overview/assert-translated.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import { writeSql } from '../../../platform/audit.ts';
import { ApiError } from '../../../platform/errors.ts';
import { translationActions } from '../translations.names.ts';
import type { ConfirmedTranslation, ConfirmTranslationInput } from './machine.schemas.ts';
import { removeMarks } from './machine.store.ts';

/**
 * Says that someone has checked what a machine translated: its fields are marked no longer.
 *
 * @throws ApiError `entry.not_found`; `entry.version_conflict` when there are newer texts than those that were checked
 */
export async function confirmTranslation(
  ctx: ProjectContext,
  { entryId, locale, base_version: base, fields }: Omit<ConfirmTranslationInput, 'projectId'>,
): Promise<ConfirmedTranslation> {
  // Also of the default locale: it may have been another one when the texts were translated.
  assertLocale(ctx, locale, ['locale']);
  const entry = await getEntryInProject(ctx.services.database.pool, ctx.project.id, entryId);
  assertMay(ctx, 'entry.write', entry, [locale]);
  return writeSql(ctx, async (client) => {
    const confirmed = await removeMarks(
      client,
      { projectId: ctx.project.id, entryId },
      { locale, base },
      fields ?? null,
    );
    if (!confirmed) throw new ApiError('entry.version_conflict');
    const data = { title: entry.title, collection_key: entry.collectionKey, locale, fields: confirmed };
    return {
      answer: { locale, confirmed_fields: [...confirmed] },
      audit: confirmed.length > 0 ? { action: translationActions['translation.confirm'], targetId: entryId, data } : [],
    };
  });
}
