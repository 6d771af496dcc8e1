import type { Pool } from 'pg';
import type { LocaleValues } from '../../../content/draft-values.ts';
import { lastOwnChange, outdatedFields, type TranslationSource } from '../../../entries/last-translation.store.ts';
import { settledSql } from '../../../entries/settled.store.ts';
import type { Actor } from '../../../platform/actor.ts';
import { bool, int, json, list, nullable, oneOf, type RowOf, text, timestamp } from '../../../platform/database/row.ts';
import { emptySql, joinSql, query, type Sql, sql } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import { collectionsSql, statesSql } from '../listing/entry-pages.store.ts';
import type { NarrowedList } from '../listing/narrow-list.ts';

const STATUS_COUNT = {
  collection_key: text,
  status: oneOf<'draft' | 'published' | 'trashed'>(),
  changed: bool,
  count: int,
};

export type StatusCount = RowOf<typeof STATUS_COUNT>;

/**
 * Counts the entries of a project by collection and status, from an index only.
 *
 * @param narrowed filters; null for all entries, including the trash
 */
export function countByStatus(pool: Pool, projectId: string, narrowed: NarrowedList | null): Promise<StatusCount[]> {
  return query(
    pool,
    sql`SELECT e.collection_key, e.status, e.changed, count(*)::int AS count FROM entries e
      WHERE e.project_id = ${projectId} ${narrowing(narrowed)}
      GROUP BY e.collection_key, e.status, e.changed ORDER BY e.collection_key`,
    STATUS_COUNT,
  );
}

const STATE_COUNT = { ...STATUS_COUNT, state: nullable(text), settled: bool };

/** Also by state; null for entries that are settled, or in the first one without having been moved there. */
export type StateCount = RowOf<typeof STATE_COUNT>;

/** As `countByStatus`, and by state: from an index only, in its order. */
export function countByState(pool: Pool, projectId: string, narrowed: NarrowedList | null): Promise<StateCount[]> {
  const columns = sql`e.collection_key, e.review_state, e.status, e.changed`;
  return query(
    pool,
    sql`SELECT e.collection_key, e.review_state AS state, e.status, e.changed, ${settledSql(sql`e`)} AS settled,
        count(*)::int AS count FROM entries e
      WHERE e.project_id = ${projectId} ${narrowing(narrowed)} GROUP BY ${columns} ORDER BY ${columns}`,
    STATE_COUNT,
  );
}

/** The end of a WHERE clause for entries `e` that match filters. Looks up the matches of the first filter, and checks the others. */
export function narrowing(narrowed: NarrowedList | null): Sql {
  if (!narrowed) return emptySql;
  const { scope, filters, search } = narrowed;
  const [first, ...others] = search === null ? filters : [search, ...filters];
  const conditions = [
    statesSql(scope.states),
    ...collectionsSql(scope.collections),
    ...(first ? [sql`e.id IN (${first.matches})`] : []),
    ...others.map((filter) => filter.holds(sql`e.id`)),
  ];
  return sql`AND ${joinSql(conditions, ' AND ')}`;
}

const LOCALE_COUNT = { collection_key: text, locale: text, live: int, changed: int, draft: int };

/** Number of entries of a collection in a locale, by their status there. */
export type LocaleCount = RowOf<typeof LOCALE_COUNT>;

/** Counts the drafts of a project outside of the trash by collection and locale. @param narrowed as in `countByStatus` */
export function countByLocale(pool: Pool, projectId: string, narrowed: NarrowedList | null): Promise<LocaleCount[]> {
  return query(
    pool,
    sql`SELECT e.collection_key, d.locale, count(l.locale)::int AS live,
        count(*) FILTER (WHERE l.values_hash <> d.values_hash)::int AS changed,
        count(*) FILTER (WHERE l.locale IS NULL)::int AS draft
      FROM entries e JOIN entry_drafts d ON d.entry_id = e.id
      LEFT JOIN publications l ON l.project_id = e.project_id AND l.entry_id = e.id AND l.locale = d.locale
        AND l.until_seq IS NULL
      WHERE e.project_id = ${projectId} AND e.status <> 'trashed' ${narrowing(narrowed)}
      GROUP BY e.collection_key, d.locale`,
    LOCALE_COUNT,
  );
}

const COMPARED_TRANSLATION = {
  collection_key: text,
  /** Null when the locale has no draft. */
  version: nullable(int),
  created_at: nullable(timestamp),
  created_by: nullable(json<Actor>()),
  /** Outdated field → the source's value that it was translated from. */
  outdated: json<LocaleValues>(),
  /** Fields that a machine translated and no one has confirmed; null without a draft. */
  machine_fields: nullable(list(text)),
};

/** The last change of an entry's locale, and what has changed in the source since. */
type ComparedTranslation = RowOf<typeof COMPARED_TRANSLATION>;

/** Looks up the last version that changed a translation, in one statement. @throws ApiError `entry.not_found` */
export async function loadTranslation(
  pool: Pool,
  entry: { readonly projectId: string; readonly entryId: string },
  locale: string,
  source: TranslationSource,
): Promise<ComparedTranslation> {
  const own = { id: sql`e.id`, collection: sql`e.collection_key` };
  const target = sql`${locale}::text`;
  const columns = sql`v.version, v.created_at, v.created_by`;
  const [row] = await query(
    pool,
    sql`SELECT e.collection_key, t.version, t.created_at, t.created_by,
        (SELECT coalesce(jsonb_object_agg(o.field, o.before ORDER BY o.field), '{}')
          FROM (${outdatedFields(own, target, source)}) o) AS outdated,
        (SELECT d.machine_fields FROM entry_drafts d WHERE d.entry_id = e.id AND d.locale = ${locale}) AS machine_fields
      FROM entries e LEFT JOIN LATERAL (${lastOwnChange(own, target, source, columns)}) t ON true
      WHERE e.id = ${entry.entryId} AND e.project_id = ${entry.projectId}`,
    COMPARED_TRANSLATION,
  );
  if (!row) throw new ApiError('entry.not_found');
  return row;
}
