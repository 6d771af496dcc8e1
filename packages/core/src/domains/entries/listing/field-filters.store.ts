import { marksQuery } from '@stele/search';
import { composed } from '../../../platform/database/composed.store.ts';
import { emptySql, joinSql, type Sql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from './entry-filters.store.ts';
import { type FieldCondition, isRange, type MarkedCondition } from './field-filters.ts';
import { toDatabaseTime } from './instants.ts';

const INSTANT =
  '^\\d{4}-(0[1-9]|1[0-2])-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-](0\\d|1[0-5]):[0-5]\\d)$';

/** Digits that a time, a millisecond, doesn't count; the database refuses very many. */
const BELOW_MILLISECONDS = '(\\.\\d{3})\\d+';

/** A filter by marks of values. */
interface MarksFilter extends EntryFilter {
  readonly marked: { readonly compared: Compared; readonly marks: readonly MarkedCondition[] };
}

export function isMarksFilter(filter: EntryFilter): filter is MarksFilter {
  return 'marked' in filter;
}

/** Where values are compared. */
interface Compared {
  readonly projectId: string;
  readonly collection: string;
  /** Null for values that all locales share. */
  readonly locale: string | null;
}

/**
 * Entries of a collection whose newest values in a locale meet conditions. There's no index for this: collecting all matches reads
 * the values of the whole collection.
 */
export function valuesFilter(
  { projectId, collection, locale }: Compared,
  conditions: readonly FieldCondition[],
): EntryFilter {
  const holds = (entryId: Sql): Sql => sql`(SELECT true FROM (${newestValues(entryId, locale)}) n
    WHERE ${joinSql(conditions.map(conditionSql), ' AND ')})`;
  return {
    matches: sql`SELECT e.id AS entry_id FROM entries e
      WHERE e.project_id = ${projectId} AND e.collection_key = ${collection} AND ${holds(sql`e.id`)}`,
    isSlow: true,
    holds,
  };
}

/** One row with the newest `values` of an entry. */
function newestValues(entryId: Sql, locale: string | null): Sql {
  return sql`SELECT (SELECT v.values FROM entry_drafts d JOIN entry_values v
      ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
    WHERE d.entry_id = ${entryId} ${locale === null ? emptySql : sql`AND d.locale = ${locale}`} LIMIT 1) AS values OFFSET 0`;
}

/** Condition on a draft `d`: in a locale, or the first one of its entry, which has what all locales share. @param among which count */
function isDraftOf(locale: string | null, among = emptySql): Sql {
  return locale === null
    ? sql`AND d.locale = (SELECT min(o.locale) FROM entry_drafts o WHERE o.entry_id = d.entry_id ${among})`
    : sql`AND d.locale = ${locale}`;
}

/** As `valuesFilter`, for what has marks: from an index, but for drafts whose search vectors are to be made again. */
export function marksFilter(compared: Compared, marks: readonly MarkedCondition[]): MarksFilter {
  const { projectId, collection, locale } = compared;
  const { holds } = valuesFilter(
    compared,
    marks.flatMap(({ conditions }) => conditions),
  );
  const wanted = marks.map(({ key, beginnings }) => `(${marksQuery(projectId, key, beginnings)})`).join(' & ');
  const isExact = marks.every((one) => one.isExact);
  const marked = sql`SELECT d.entry_id FROM entry_drafts d
    WHERE d.search @@ (SELECT ${wanted}::tsquery) AND NOT d.search_stale ${isDraftOf(locale)}`;
  return {
    matches: sql`${isExact ? marked : sql`SELECT m.entry_id FROM (${marked} OFFSET 0) m WHERE ${holds(sql`m.entry_id`)}`}
      UNION ALL SELECT o.entry_id FROM (SELECT d.entry_id FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
        WHERE d.search_stale ${isDraftOf(locale, sql`AND o.search_stale`)} AND e.project_id = ${projectId} AND e.collection_key = ${collection}
        OFFSET 0) o WHERE ${holds(sql`o.entry_id`)}`,
    isSlow: marks.some(isRange),
    marked: { compared, marks },
    holds,
  };
}

/** Some filters by marks as one, which looks all marks up together. @returns null for fewer than two */
export function togetherFilter(filters: readonly MarksFilter[]): EntryFilter | null {
  const [first, second] = filters.map(({ marked }) => marked);
  if (!first || !second) return null;
  const locale = filters.find(({ marked }) => marked.compared.locale !== null)?.marked.compared.locale ?? null;
  // A draft in a locale has the marks of what all locales share, too.
  return marksFilter(
    { ...first.compared, locale },
    filters.flatMap(({ marked }) => marked.marks),
  );
}

/** Entries of a collection whose field refers to an entry that a filter of its own finds. */
export function referredFilter(compared: Compared, key: string, referred: EntryFilter): EntryFilter {
  const value = sql`n.values -> ${key}::text`;
  const holds = (entryId: Sql): Sql => sql`(SELECT true FROM (${newestValues(entryId, compared.locale)}) n
    CROSS JOIN LATERAL jsonb_array_elements_text(
      CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE jsonb_build_array(${value}) END) r(id)
    WHERE ${referred.holds(sql`r.id`)} LIMIT 1)`;
  // Looked up one by one, so that reading stops once enough are found.
  return {
    matches: sql`SELECT m.entry_id FROM (${referred.matches}) i CROSS JOIN LATERAL (
        SELECT d.entry_id, d.locale, d.version FROM entry_drafts d
        WHERE d.refers_to @> ARRAY[i.entry_id] ${isDraftOf(compared.locale)} OFFSET 0) m
      WHERE ${isOf(compared, sql`m.entry_id`)} AND (SELECT v.values -> ${key}::text @> to_jsonb(i.entry_id)
        FROM entry_values v WHERE v.entry_id = m.entry_id AND v.locale = m.locale AND v.version = m.version)`,
    isSlow: true,
    holds,
  };
}

/** Entries of a collection, outside of the trash, that all of some filters find, at least one. The first one is looked up. */
export function everyFilter(collection: Omit<Compared, 'locale'>, filters: readonly EntryFilter[]): EntryFilter {
  const hold = (entryId: Sql, some: readonly EntryFilter[]): Sql =>
    joinSql(
      [isOf(collection, entryId, sql`AND c.status <> 'trashed'`), ...some.map((filter) => filter.holds(entryId))],
      ' AND ',
    );
  const [first, ...others] = filters;
  if (!first) throw new Error('There is no filter.');
  return {
    matches: sql`SELECT f.entry_id FROM (${first.matches}) f WHERE ${hold(sql`f.entry_id`, others)}`,
    holds: (entryId) => sql`(${hold(entryId, filters)})`,
  };
}

/** Condition on an entry: in a collection of a project. As a value, since the planner would join a condition by EXISTS. */
function isOf({ projectId, collection }: Omit<Compared, 'locale'>, entryId: Sql, more = emptySql): Sql {
  return sql`(SELECT true FROM entries c
    WHERE c.id = ${entryId} AND c.project_id = ${projectId} AND c.collection_key = ${collection} ${more})`;
}

/** Entries that any of some filters finds. */
export function anyFilter(filters: readonly EntryFilter[]): EntryFilter {
  return {
    matches: joinSql(
      filters.map(({ matches }) => sql`(${matches})`),
      ' UNION ALL ',
    ),
    holds: (entryId) =>
      sql`(${joinSql(
        filters.map((filter) => filter.holds(entryId)),
        ' OR ',
      )})`,
  };
}

/** A condition on the values of a row `n`; `values` is null without any. */
function conditionSql(condition: FieldCondition): Sql {
  const { key, operator } = condition;
  const value = sql`n.values -> ${key}::text`;
  const text = sql`n.values ->> ${key}::text`;
  const number = sql`CASE jsonb_typeof(${value}) WHEN 'number' THEN (${text})::numeric END`;
  switch (operator) {
    case 'empty':
      return sql`coalesce(${value}, 'null') IN ('null', '""', '[]')`;
    case 'filled':
      return sql`coalesce(${value}, 'null') NOT IN ('null', '""', '[]')`;
    case 'is':
      return sql`${composed(text)} = ${condition.value}`;
    case 'contains':
      return sql`position(lower(${condition.value}) IN lower(${composed(text)})) > 0`;
    case 'gte':
      return sql`${text} COLLATE "C" >= ${condition.value}`;
    // A month includes all its days: 2026-11-30 is in 2026-11.
    case 'lte':
      return sql`left(${text}, ${condition.value.length}::int) COLLATE "C" <= ${condition.value}`;
    case 'holds':
      return sql`${value} @> to_jsonb(${condition.value}::text)`;
    case 'during': {
      const { from, until } = condition.value;
      const bounds = [
        ...(from === null ? [] : [sql`t.at >= ${toDatabaseTime(from)}::timestamptz`]),
        ...(until === null ? [] : [sql`t.at < ${toDatabaseTime(until)}::timestamptz`]),
      ];
      return sql`(SELECT ${joinSql(bounds, ' AND ')} FROM (SELECT ${instant(text)} AS at OFFSET 0) t)`;
    }
    case 'numberIs':
      return sql`${number} = ${condition.value}::numeric`;
    case 'numberGte':
      return sql`${number} >= ${condition.value}::numeric`;
    case 'numberLte':
      return sql`${number} <= ${condition.value}::numeric`;
  }
}

/** The time that a text says; null for another text, also for one that the database would refuse. */
function instant(text: Sql): Sql {
  // Days that a month doesn't have, which only old content names, count on into the next one, as they do in `Date`.
  return sql`CASE WHEN ${text} ~ ${INSTANT} AND left(${text}, 4) <> '0000'
    THEN (left(${text}, 8) || '01' || regexp_replace(substr(${text}, 11), ${BELOW_MILLISECONDS}, '\\1'))::timestamptz
      + make_interval(hours => 24 * (substr(${text}, 9, 2)::int - 1)) END`;
}
