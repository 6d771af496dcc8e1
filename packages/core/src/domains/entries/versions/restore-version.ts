import { type FieldDocument, findCollection, ownValue, type SchemaDocument } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ContentRules, LocaleValues } from '../../../content/draft-values.ts';
import { findSchemaAt } from '../../../content/schemas.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import type { ProjectContext } from '../../context.ts';
import { applyDraft } from '../drafts/apply-draft.ts';
import { versionConflict } from '../drafts/version-conflict.ts';
import type { EntryView, SaveDraftInput } from '../entries.schemas.ts';
import { getEntryVersion } from './get-version.ts';
import type { RestoreVersionInput } from './versions.schemas.ts';

/**
 * Makes the values of an earlier version the draft. What's live stays live; a live locale that the version lacks keeps
 * its draft. Fields that the schema no longer has are left out, and those that it hadn't then keep what they hold.
 *
 * @throws ApiError `entry.version_not_found`, and what saving a draft throws: values may not fit the schema any more
 */
export async function restoreVersion(ctx: ProjectContext, input: RestoreVersionInput): Promise<EntryView> {
  const { pool } = ctx.services.database;
  const { values, created_at: at } = await getEntryVersion(ctx, input);
  const schemaThen = await findSchemaAt(pool, ctx.project.id, new Date(at));
  return applyDraft(ctx, {
    entryId: input.entryId,
    kind: 'restore',
    valuesFor: async (before, rules) => {
      const { base_version: base } = input;
      if (base !== undefined && isStale(before, base)) {
        throw await versionConflict(pool, ctx.project.id, before, base);
      }
      return asSaved(before, rules, values as Record<string, LocaleValues>, schemaThen);
    },
  });
}

/** Values that bring a draft to what it was: fields that it lacked are cleared, locales that it lacked go away. */
function asSaved(
  before: EntryRecord,
  rules: ContentRules,
  then: Readonly<Record<string, LocaleValues>>,
  schemaThen: SchemaDocument | null,
): SaveDraftInput['values'] {
  const collection = findCollection(rules.schema, before.collectionKey);
  const known = findCollection(schemaThen, before.collectionKey)?.fields.map(({ key }) => key);
  const locales = Object.keys(then).filter((locale) => rules.locales.includes(locale));
  const restoredValue = (field: FieldDocument, locale: string): Json => {
    // Locales of one version can differ in what they share: the first speaks for all.
    const speaker = field.localized ? locale : (locales[0] ?? locale);
    const value = ownValue(then[speaker], field.key);
    if (value !== undefined) return value;
    const wasThere = known?.includes(field.key) ?? schemaThen === null;
    return wasThere ? null : (ownValue(before.drafts.get(locale)?.values, field.key) ?? null);
  };
  const restored = locales.map((locale) => [
    locale,
    collection
      ? Object.fromEntries(collection.fields.map((field) => [field.key, restoredValue(field, locale)]))
      : (then[locale] ?? {}),
  ]);
  const gone = [...before.drafts.keys()].filter((locale) => !Object.hasOwn(then, locale) && !before.live.has(locale));
  return Object.fromEntries([...restored, ...gone.map((locale) => [locale, null])]);
}
