import type { Pool } from 'pg';
import {
  type EntrySql,
  lastOwnChange,
  type TranslationSource,
  valuesAt,
} from '../../../entries/last-translation.store.ts';
import { int, json, oneOf, type RowOf, text } from '../../../platform/database/row.ts';
import { joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from '../listing/entry-filters.store.ts';
import type { TranslationFilter, TranslationState } from './translation-state.ts';

/** The state of an entry's translation into a locale; null where there's nothing to translate, or nothing to translate from. */
function stateSql(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  const fields = sql`${source.localized && JSON.stringify(source.localized)}::jsonb`;
  const own = sql`(${fields} IS NULL OR (${fields} -> ${entry.collection}) @> jsonb_build_array(k.key))`;
  const before = valuesAt(sql`s.entry_id`, sql`s.locale`, sql`t.version`);
  return sql`(SELECT CASE WHEN NOT EXISTS (SELECT FROM entry_drafts o WHERE o.entry_id = s.entry_id AND o.locale = ${locale})
        THEN 'missing'
      WHEN EXISTS (
        SELECT FROM (${lastOwnChange(entry, locale, source, sql`v.version`)}) t
        JOIN entry_values n ON n.entry_id = s.entry_id AND n.locale = s.locale AND n.version = s.version
        CROSS JOIN LATERAL (SELECT coalesce(${before}, '{}') AS values) b
        WHERE t.version < s.version AND EXISTS (SELECT FROM jsonb_object_keys(b.values || n.values) AS k(key)
          WHERE ${own} AND b.values -> k.key IS DISTINCT FROM n.values -> k.key))
        THEN 'outdated' ELSE 'current' END
    FROM entry_drafts s WHERE s.entry_id = ${entry.id} AND s.locale = ${source.locale} AND s.locale <> ${locale}
      AND (${fields} IS NULL OR jsonb_array_length(${fields} -> ${entry.collection}) > 0))`;
}

/** Entries whose translation into a locale is as one of some filters says. There's no index for this. */
export function translationFilter(
  projectId: string,
  locale: string,
  wanted: readonly TranslationFilter[],
  source: TranslationSource,
): EntryFilter {
  const state = stateSql({ id: sql`x.id`, collection: sql`x.collection_key` }, sql`${locale}::text`, source);
  const states = wanted.filter((one) => one !== 'unchecked');
  const unchecked = sql`EXISTS (SELECT FROM entry_drafts u
    WHERE u.entry_id = x.id AND u.locale = ${locale} AND cardinality(u.machine_fields) > 0)`;
  const either = joinSql(
    [
      ...(states.length > 0 ? [sql`coalesce(${state} = ANY(${states}::text[]), false)`] : []),
      ...(states.length < wanted.length ? [unchecked] : []),
    ],
    ' OR ',
  );
  return {
    matches: sql`SELECT x.id AS entry_id FROM entries x WHERE x.project_id = ${projectId} AND (${either})`,
    holds: (entryId) => sql`(SELECT ${either} FROM entries x WHERE x.id = ${entryId})`,
  };
}

const ENTRY: EntrySql = { id: sql`e.id`, collection: sql`e.collection_key` };

const TRANSLATION_COUNT = { collection_key: text, locale: text, state: oneOf<TranslationState>(), count: int };

/** Number of entries of a collection by the state of a translation. */
export type TranslationCount = RowOf<typeof TRANSLATION_COUNT>;

/** Counts translations outside of the trash. @param narrowing the end of a WHERE clause for entries `e` */
export async function countTranslations(
  pool: Pool,
  projectId: string,
  locales: readonly string[],
  source: TranslationSource,
  narrowing: Sql,
): Promise<TranslationCount[]> {
  const targets = locales.filter((locale) => locale !== source.locale);
  if (targets.length === 0) return [];
  return query(
    pool,
    sql`SELECT e.collection_key, l.locale, t.state, count(*)::int AS count
      FROM entries e CROSS JOIN unnest(${targets}::text[]) AS l(locale)
      CROSS JOIN LATERAL (SELECT ${stateSql(ENTRY, sql`l.locale`, source)} AS state) t
      WHERE e.project_id = ${projectId} AND e.status <> 'trashed' AND t.state IS NOT NULL ${narrowing}
      GROUP BY e.collection_key, l.locale, t.state`,
    TRANSLATION_COUNT,
  );
}

/** Entry → locale → the state of the translation, of some entries in one statement. */
export async function loadTranslationStates(
  pool: Pool,
  entryIds: readonly string[],
  locales: readonly string[],
  source: TranslationSource,
): Promise<ReadonlyMap<string, Readonly<Record<string, TranslationState>>>> {
  const targets = locales.filter((locale) => locale !== source.locale);
  if (targets.length === 0 || entryIds.length === 0) return new Map();
  const rows = await query(
    pool,
    sql`SELECT e.id, jsonb_object_agg(l.locale, t.state) AS states
      FROM entries e CROSS JOIN unnest(${targets}::text[]) AS l(locale)
      CROSS JOIN LATERAL (SELECT ${stateSql(ENTRY, sql`l.locale`, source)} AS state) t
      WHERE e.id = ANY(${entryIds}::text[]) AND t.state IS NOT NULL GROUP BY e.id`,
    { id: text, states: json<Record<string, TranslationState>>() },
  );
  return new Map(rows.map(({ id, states }) => [id, states]));
}
