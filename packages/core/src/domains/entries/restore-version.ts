import { findCollection, ownValue } from '@stele/schema';
import type { ContentRules, LocaleValues } from '../../content/draft-values.ts';
import type { ProjectContext } from '../../context.ts';
import type { EntryView, RestoreVersionInput, SaveDraftInput } from './entries.schemas.ts';
import type { EntryRecord } from './entries.store.ts';
import { getVersion } from './get-version.ts';
import { applyDraft } from './save-draft.ts';
import { isStale, versionConflict } from './version-conflict.ts';

/**
 * Makes the values of an earlier version the draft. What's live stays live; a live locale that the version lacks keeps
 * its draft. Fields that the schema no longer has are left out.
 *
 * @throws ApiError `entry.version_not_found`, and what saving a draft throws: values may not fit the schema any more
 */
export async function restoreVersion(ctx: ProjectContext, input: RestoreVersionInput): Promise<EntryView> {
  const { values } = await getVersion(ctx, input);
  return applyDraft(ctx, {
    entryId: input.entryId,
    kind: 'restore',
    valuesFor: async (before, rules) => {
      const { base_version: base } = input;
      if (base !== undefined && isStale(before, base)) {
        throw await versionConflict(ctx.services.database.pool, before, base);
      }
      return asSaved(before, rules, values as Record<string, LocaleValues>);
    },
  });
}

/** Values that bring a draft to what it was: fields that it lacked are cleared, locales that it lacked go away. */
function asSaved(
  before: EntryRecord,
  rules: ContentRules,
  then: Readonly<Record<string, LocaleValues>>,
): SaveDraftInput['values'] {
  const fields = findCollection(rules.schema, before.collectionKey)?.fields;
  const restored = Object.entries(then)
    .filter(([locale]) => rules.locales.includes(locale))
    .map(([locale, values]) => [
      locale,
      fields ? Object.fromEntries(fields.map(({ key }) => [key, ownValue(values, key) ?? null])) : values,
    ]);
  const gone = [...before.drafts.keys()].filter((locale) => !Object.hasOwn(then, locale) && !before.live.has(locale));
  return Object.fromEntries([...restored, ...gone.map((locale) => [locale, null])]);
}
