import { joinSql, type Sql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from '../listing/entry-filters.store.ts';

/** A state in a collection's workflow. */
export interface WorkflowPlace {
  readonly collection: string;
  readonly state: string;
  /** For the first state, all others: entries that are in none of them are in the first. Null for another state. */
  readonly later: readonly string[] | null;
}

/** Entries that are assigned to a person. */
export function assigneeFilter(projectId: string, personId: string): EntryFilter {
  const isTheirs = sql`r.project_id = ${projectId} AND r.assignee_id = ${personId}`;
  return {
    matches: sql`SELECT r.entry_id FROM entry_reviews r WHERE ${isTheirs}`,
    holds: (entryId) => sql`(SELECT true FROM entry_reviews r WHERE r.entry_id = ${entryId} AND ${isTheirs})`,
  };
}

/**
 * Entries that are due between two days, which are included, but for those that are approved as they are.
 *
 * @param from null for all that are due until then
 * @param until null for all that are due from then on
 */
export function dueFilter(projectId: string, from: string | null, until: string | null): EntryFilter {
  const bounds = [
    ...(from === null ? [] : [sql`r.due_on >= ${from}::date`]),
    ...(until === null ? [] : [sql`r.due_on <= ${until}::date`]),
  ];
  const isDue = sql`r.project_id = ${projectId} AND ${joinSql(bounds, ' AND ')} AND (r.approved_version IS NULL
    OR (SELECT r.approved_version < n.values_version FROM entries n WHERE n.id = r.entry_id))`;
  return {
    matches: sql`SELECT r.entry_id FROM entry_reviews r WHERE ${isDue}`,
    holds: (entryId) => sql`(SELECT true FROM entry_reviews r WHERE r.entry_id = ${entryId} AND ${isDue})`,
  };
}

/**
 * Entries of a collection that are in a state. Values that changed since the approval are in the first one. Subqueries have the planner
 * look rows up one by one: reading stops when enough are found.
 */
export function stateFilter(projectId: string, { collection, state, later }: WorkflowPlace): EntryFilter {
  const isIn = (states: readonly string[]): Sql =>
    sql`r.project_id = ${projectId} AND r.state = ANY(${states}::text[])`;
  const isCurrent = sql`coalesce(r.approved_version >= n.values_version, true)`;
  if (later === null) {
    const holds = sql`${isIn([state])} AND (SELECT n.collection_key = ${collection} AND ${isCurrent}
      FROM entries n WHERE n.id = r.entry_id)`;
    return {
      matches: sql`SELECT r.entry_id FROM entry_reviews r WHERE ${holds}`,
      holds: (entryId) => sql`(SELECT true FROM entry_reviews r WHERE r.entry_id = ${entryId} AND ${holds})`,
    };
  }
  const isFirst = sql`(SELECT true FROM entry_reviews r WHERE r.entry_id = n.id AND ${isIn(later)} AND ${isCurrent}) IS NULL`;
  return {
    matches: sql`SELECT n.id AS entry_id FROM entries n
      WHERE n.project_id = ${projectId} AND n.collection_key = ${collection} AND ${isFirst}`,
    holds: (entryId) => sql`(SELECT true FROM entries n WHERE n.id = ${entryId} AND ${isFirst})`,
  };
}
