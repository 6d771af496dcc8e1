import { type FieldDocument, findCollection, ownValue, type SchemaDocument } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ContentRules, LocaleValues } from '../../../content/draft-values.ts';
import { findSchemaAt } from '../../../content/schemas.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { isStale } from '../../../entries/stale-base.ts';
import { invalid } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { applyDraft } from '../drafts/apply-draft.ts';
import { versionConflict } from '../drafts/version-conflict.ts';
import type { EntryView, SaveDraftInput } from '../entries.schemas.ts';
import type { RestoreVersionInput } from './versions.schemas.ts';
import { getVersionInProject } from './versions.store.ts';

/**
 * Makes the values of an earlier version the draft, in all or in the given locales. Published content stays; a live locale that the
 * version lacks keeps its draft. Fields that aren't in the schema any more are left out, and newer fields keep their values.
 *
 * @throws ApiError `entry.version_not_found`, `validation_failed` for a locale that neither the version nor the draft has, and
 *   errors of saving a draft, since values may not fit the schema any more
 */
export async function restoreVersion(ctx: ProjectContext, input: RestoreVersionInput): Promise<EntryView> {
  const { pool } = ctx.services.database;
  const { entryId, version, locales, base_version: base } = input;
  const { values, created_at: at } = await getVersionInProject(pool, ctx.project.id, entryId, version);
  const schemaThen = await findSchemaAt(pool, ctx.project.id, new Date(at));
  return applyDraft(ctx, {
    entryId,
    kind: 'restore',
    valuesFor: async (before, rules) => {
      if (base !== undefined && isStale(before, base)) {
        throw await versionConflict(pool, ctx.project.id, before, base);
      }
      locales?.forEach((locale, index) => {
        if (Object.hasOwn(values, locale) || before.drafts.has(locale)) return;
        throw invalid(['locales', index], `Neither version ${version} nor the draft has the locale ${locale}.`);
      });
      return asSaved(before, rules, values, schemaThen, locales);
    },
  });
}

/** Values that restore a version: fields that it lacks are cleared, locales that it lacks are removed. */
function asSaved(
  before: EntryRecord,
  rules: ContentRules,
  then: Readonly<Record<string, LocaleValues>>,
  schemaThen: SchemaDocument | null,
  wanted: readonly string[] | undefined,
): SaveDraftInput['values'] {
  const collection = findCollection(rules.schema, before.collectionKey);
  const known = findCollection(schemaThen, before.collectionKey)?.fields.map(({ key }) => key);
  const isWanted = (locale: string): boolean => wanted?.includes(locale) ?? true;
  const locales = Object.keys(then).filter((locale) => rules.locales.includes(locale) && isWanted(locale));
  const restoredValue = (field: FieldDocument, locale: string): Json => {
    // Locales of one version can differ in shared fields. The first one counts.
    const source = field.localized ? locale : (locales[0] ?? locale);
    const value = ownValue(then[source], field.key);
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
  const gone = [...before.drafts.keys()].filter(
    (locale) => !Object.hasOwn(then, locale) && !before.live.has(locale) && isWanted(locale),
  );
  return Object.fromEntries([...restored, ...gone.map((locale) => [locale, null])]);
}
