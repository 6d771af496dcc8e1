import { settledSql } from '../../../entries/settled.store.ts';
import { joinSql, sql } from '../../../platform/database/sql.ts';
import type { EntryFilter } from '../listing/entry-filters.store.ts';

const isSettled = settledSql(sql`n`);

/** A state in a collection's workflow. */
export interface CollectionState {
  readonly collection: string;
  readonly state: string;
  readonly isFirst: boolean;
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
 * Entries that are due between two days, which are included, but for those that are approved as they are, or live.
 *
 * @param from null for all that are due until then
 * @param until null for all that are due from then on
 */
export function dueFilter(projectId: string, from: string | null, until: string | null): EntryFilter {
  const bounds = [
    ...(from === null ? [] : [sql`r.due_on >= ${from}::date`]),
    ...(until === null ? [] : [sql`r.due_on <= ${until}::date`]),
  ];
  const isDue = sql`r.project_id = ${projectId} AND ${joinSql(bounds, ' AND ')} AND (
    SELECT (r.approved_version IS NULL OR r.approved_version < n.values_version) AND NOT ${isSettled}
    FROM entries n WHERE n.id = r.entry_id)`;
  return {
    matches: sql`SELECT r.entry_id FROM entry_reviews r WHERE ${isDue}`,
    holds: (entryId) => sql`(SELECT true FROM entry_reviews r WHERE r.entry_id = ${entryId} AND ${isDue})`,
  };
}

/** Entries that are live as a whole and not in review. */
export function settledFilter(projectId: string): EntryFilter {
  const isTheirs = sql`n.project_id = ${projectId} AND ${isSettled}`;
  return {
    matches: sql`SELECT n.id AS entry_id FROM entries n WHERE ${isTheirs}`,
    holds: (entryId) => sql`(SELECT true FROM entries n WHERE n.id = ${entryId} AND ${isTheirs})`,
  };
}

/**
 * Entries of a collection that are in a state. In the first one are also those that no one moved, or that changed since the approval,
 * unless there's nothing to review: they're live as they are.
 */
export function stateFilter(projectId: string, { collection, state, isFirst }: CollectionState): EntryFilter {
  const of = sql`n.project_id = ${projectId} AND n.collection_key = ${collection}`;
  // A subquery hides the state from the planner: it would read the table for one that most entries are in.
  const inState = sql`SELECT n.id AS entry_id FROM entries n WHERE ${of} AND n.review_state = (SELECT ${state}::text)`;
  return {
    matches: isFirst
      ? sql`${inState} UNION ALL SELECT n.id FROM entries n WHERE ${of} AND n.review_state IS NULL AND NOT ${isSettled}`
      : inState,
    holds: (entryId) => sql`(SELECT true FROM entries n WHERE n.id = ${entryId} AND ${of}
      AND (n.review_state = ${state} OR (${isFirst} AND n.review_state IS NULL AND NOT ${isSettled})))`,
  };
}
