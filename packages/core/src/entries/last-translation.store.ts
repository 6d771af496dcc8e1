import type { SchemaDocument } from '@stele/schema';
import { type Sql, sql } from '../platform/database/sql.ts';

/** The locale and fields that translations are compared with. */
export interface TranslationSource {
  readonly locale: string;
  /** Collection → its localized fields; null without a schema, when all fields are localized. */
  readonly localized: Readonly<Record<string, readonly string[]>> | null;
}

/** The source of a project's translations: the default locale. */
export function translationSource(locale: string, schema: SchemaDocument | null): TranslationSource {
  const localized = schema?.collections.map(({ key, fields }): [string, string[]] => [
    key,
    fields.filter((field) => field.localized).map((field) => field.key),
  ]);
  return { locale, localized: localized ? Object.fromEntries(localized) : null };
}

/** Columns of an entry. */
export interface EntrySql {
  readonly id: Sql;
  readonly collection: Sql;
}

/** Whether a field is one that translations are compared by. */
function isLocalized({ localized }: TranslationSource, { collection }: EntrySql, field: Sql): Sql {
  return localized === null
    ? sql`true`
    : sql`(${JSON.stringify(localized)}::jsonb -> ${collection}) @> jsonb_build_array(${field})`;
}

/**
 * Query for the versions in which a locale's localized fields were changed, or found still correct: `field`, `version`, and `is_change`.
 * Shared fields don't count, since they're written to all locales. A record may be newer than the draft: it has the changes of
 * automatic saves that are gone.
 */
function ownChanges(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  return sql`SELECT changed.path ->> 1 AS field, saved.version, true AS is_change
      FROM entry_drafts draft JOIN entry_versions saved
        ON saved.entry_id = draft.entry_id AND coalesce(saved.autosave_from, saved.version) <= draft.version
      CROSS JOIN LATERAL jsonb_array_elements(saved.changed_paths) AS changed(path)
      WHERE draft.entry_id = ${entry.id} AND draft.locale = ${locale} AND changed.path ->> 0 = ${locale}
        AND ${isLocalized(source, entry, sql`changed.path ->> 1`)}
    UNION ALL SELECT confirmed.key, confirmed.value::int, false
      FROM entry_drafts draft CROSS JOIN LATERAL jsonb_each_text(draft.confirmed_fields) AS confirmed
      WHERE draft.entry_id = ${entry.id} AND draft.locale = ${locale} AND ${isLocalized(source, entry, sql`confirmed.key`)}`;
}

/**
 * Query for a translation's fields by the version that each was translated from, as `version` and `fields`: the newest in which it was
 * changed or found still correct, or else the first of the translation.
 */
function translatedFrom(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  const known = source.localized && JSON.stringify(source.localized);
  const fields =
    known === null
      ? sql`SELECT own.field FROM own UNION SELECT jsonb_object_keys(given.values) FROM entry_drafts draft JOIN entry_values given
          ON given.entry_id = draft.entry_id AND given.locale = draft.locale AND given.version = draft.version
          WHERE draft.entry_id = ${entry.id} AND draft.locale = ${source.locale}`
      : sql`SELECT jsonb_array_elements_text(${known}::jsonb -> ${entry.collection})`;
  return sql`WITH own AS (${ownChanges(entry, locale, source)}),
      begun AS (SELECT min(version) AS version FROM own WHERE is_change),
      fields_at AS (SELECT known.field, coalesce(max(own.version), (SELECT version FROM begun)) AS version
        FROM (${fields}) AS known(field) LEFT JOIN own ON own.field = known.field GROUP BY known.field)
    SELECT version, array_agg(field) AS fields FROM fields_at WHERE version IS NOT NULL GROUP BY version`;
}

/** Query for the versions that the comparison of a translation with its source needs, as `version`. */
export function translatedVersions(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  return sql`SELECT translated.version FROM (${translatedFrom(entry, locale, source)}) translated`;
}

/**
 * Query for a translation's fields whose source has changed since each was translated, as `field`, and `before`: the source's value
 * that it was translated from, null for none.
 */
export function outdatedFields(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  return sql`SELECT compared.field, former.values -> compared.field AS before
    FROM entry_drafts original JOIN entry_values now
      ON now.entry_id = original.entry_id AND now.locale = original.locale AND now.version = original.version
    CROSS JOIN LATERAL (${translatedFrom(entry, locale, source)}) translated
    CROSS JOIN LATERAL (SELECT coalesce(${valuesAt(sql`original.entry_id`, sql`original.locale`, sql`translated.version`)}, '{}') AS values)
      former
    CROSS JOIN LATERAL unnest(translated.fields) AS compared(field)
    WHERE original.entry_id = ${entry.id} AND original.locale = ${source.locale} AND translated.version < original.version
      AND former.values -> compared.field IS DISTINCT FROM now.values -> compared.field`;
}

/** Query for the last version that changed localized fields of a locale's draft. @param columns of a version `v` */
export function lastOwnChange(entry: EntrySql, locale: Sql, source: TranslationSource, columns: Sql): Sql {
  return sql`SELECT ${columns} FROM entry_versions v
    WHERE v.entry_id = ${entry.id} AND v.version = (SELECT max(own.version) FROM (${ownChanges(entry, locale, source)}) own WHERE own.is_change)`;
}

/** The source's values as they were at a version. */
export function valuesAt(id: Sql, locale: Sql, version: Sql): Sql {
  return sql`(SELECT v.values FROM entry_values v WHERE v.entry_id = ${id} AND v.locale = ${locale} AND v.version <= ${version}
    ORDER BY v.version DESC LIMIT 1)`;
}
