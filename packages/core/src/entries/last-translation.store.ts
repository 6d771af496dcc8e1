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

/**
 * Query for the last version that changed localized fields of a locale's draft. Shared fields don't count, since they're written
 * to all locales. A record may be newer than the draft: it has the changes of automatic saves that are gone.
 *
 * @param columns of a version `v`
 */
export function lastOwnChange(
  { id, collection }: EntrySql,
  locale: Sql,
  { localized }: TranslationSource,
  columns: Sql,
): Sql {
  const fields = sql`${localized && JSON.stringify(localized)}::jsonb`;
  return sql`SELECT ${columns} FROM entry_versions v
    WHERE v.entry_id = ${id} AND EXISTS (
      SELECT 1 FROM entry_drafts d WHERE d.entry_id = ${id} AND d.locale = ${locale} AND coalesce(v.autosave_from, v.version) <= d.version)
      AND EXISTS (SELECT 1 FROM jsonb_array_elements(v.changed_paths) AS path
        WHERE path ->> 0 = ${locale} AND (${fields} IS NULL OR (${fields} -> ${collection}) @> jsonb_build_array(path ->> 1)))
    ORDER BY v.version DESC LIMIT 1`;
}

/** The source's values as they were at a version. */
export function valuesAt(id: Sql, locale: Sql, version: Sql): Sql {
  return sql`(SELECT v.values FROM entry_values v WHERE v.entry_id = ${id} AND v.locale = ${locale} AND v.version <= ${version}
    ORDER BY v.version DESC LIMIT 1)`;
}
