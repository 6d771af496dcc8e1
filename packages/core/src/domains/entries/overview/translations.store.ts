import type { Pool } from 'pg';
import { type EntrySql, outdatedFields, type TranslationSource } from '../../../entries/last-translation.store.ts';
import { int, json, oneOf, type RowOf, text } from '../../../platform/database/row.ts';
import { joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from '../listing/entry-filters.store.ts';
import type { TranslationFilter, TranslationState } from './translation-state.ts';

/**
 * Query for an entry's translation into a locale: its `state`, and the keys of its `outdated` fields. No row where there's nothing to
 * translate, or nothing to translate from.
 */
function stateSql(entry: EntrySql, locale: Sql, source: TranslationSource): Sql {
  const fields = sql`${source.localized && JSON.stringify(source.localized)}::jsonb`;
  return sql`SELECT o.outdated, CASE
      WHEN NOT EXISTS (SELECT FROM entry_drafts o WHERE o.entry_id = s.entry_id AND o.locale = ${locale}) THEN 'missing'
      WHEN cardinality(o.outdated) > 0 THEN 'outdated' ELSE 'current' END AS state
    FROM entry_drafts s
    CROSS JOIN LATERAL (SELECT ARRAY(SELECT f.field FROM (${outdatedFields(entry, locale, source)}) f ORDER BY f.field) AS outdated) o
    WHERE s.entry_id = ${entry.id} AND s.locale = ${source.locale} AND s.locale <> ${locale}
      AND (${fields} IS NULL OR jsonb_array_length(${fields} -> ${entry.collection}) > 0)`;
}

/** Entries whose translation into a locale is as one of some filters says. There's no index for this. */
export function translationFilter(
  projectId: string,
  locale: string,
  wanted: readonly TranslationFilter[],
  source: TranslationSource,
): EntryFilter {
  const own = stateSql({ id: sql`x.id`, collection: sql`x.collection_key` }, sql`${locale}::text`, source);
  const states = wanted.filter((one) => one !== 'unchecked');
  const unchecked = sql`EXISTS (SELECT FROM entry_drafts u
    WHERE u.entry_id = x.id AND u.locale = ${locale} AND cardinality(u.machine_fields) > 0)`;
  const either = joinSql(
    [
      ...(states.length > 0 ? [sql`EXISTS (SELECT FROM (${own}) own WHERE own.state = ANY(${states}::text[]))`] : []),
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

const TRANSLATION_COUNT = {
  collection_key: text,
  locale: text,
  state: oneOf<TranslationState>(),
  count: int,
  /** How many fields of them are outdated. */
  fields: int,
};

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
    sql`SELECT e.collection_key, l.locale, t.state, count(*)::int AS count, sum(cardinality(t.outdated))::int AS fields
      FROM entries e CROSS JOIN unnest(${targets}::text[]) AS l(locale)
      CROSS JOIN LATERAL (${stateSql(ENTRY, sql`l.locale`, source)}) t
      WHERE e.project_id = ${projectId} AND e.status <> 'trashed' ${narrowing}
      GROUP BY e.collection_key, l.locale, t.state`,
    TRANSLATION_COUNT,
  );
}

/** How an entry's translations stand, by locale. */
export interface EntryTranslations {
  readonly translations: Readonly<Record<string, TranslationState>>;
  /** Keys of the outdated fields, for locales that have any. */
  readonly outdated_fields: Readonly<Record<string, string[]>>;
}

/** How the translations of some entries stand, in one statement. */
export async function loadTranslationStates(
  pool: Pool,
  entryIds: readonly string[],
  locales: readonly string[],
  source: TranslationSource,
): Promise<ReadonlyMap<string, EntryTranslations>> {
  const targets = locales.filter((locale) => locale !== source.locale);
  if (targets.length === 0 || entryIds.length === 0) return new Map();
  const rows = await query(
    pool,
    sql`SELECT e.id, jsonb_object_agg(l.locale, t.state) AS translations,
        coalesce(jsonb_object_agg(l.locale, t.outdated) FILTER (WHERE cardinality(t.outdated) > 0), '{}') AS outdated_fields
      FROM entries e CROSS JOIN unnest(${targets}::text[]) AS l(locale)
      CROSS JOIN LATERAL (${stateSql(ENTRY, sql`l.locale`, source)}) t
      WHERE e.id = ANY(${entryIds}::text[]) GROUP BY e.id`,
    {
      id: text,
      translations: json<Record<string, TranslationState>>(),
      outdated_fields: json<Record<string, string[]>>(),
    },
  );
  return new Map(rows.map(({ id, ...states }) => [id, states]));
}
