import { type Sql, sql } from '../../../platform/database/sql.ts';
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

/** Entries of a collection that are in a state. Values that changed since the approval are in the first one. */
export function stateFilter(projectId: string, { collection, state, later }: WorkflowPlace): EntryFilter {
  const isIn = (states: readonly string[]): Sql => sql`r.project_id = ${projectId} AND r.state = ANY(${states}::text[])
    AND (r.approved_version IS NULL OR r.approved_version >= n.values_version)`;
  if (later === null) {
    const found = sql`entry_reviews r JOIN entries n ON n.id = r.entry_id WHERE ${isIn([state])}`;
    return {
      matches: sql`SELECT r.entry_id FROM ${found} AND n.collection_key = ${collection}`,
      holds: (entryId) => sql`(SELECT true FROM ${found} AND r.entry_id = ${entryId})`,
    };
  }
  const isFirst = sql`NOT EXISTS (SELECT FROM entry_reviews r WHERE r.entry_id = n.id AND ${isIn(later)})`;
  return {
    matches: sql`SELECT n.id AS entry_id FROM entries n
      WHERE n.project_id = ${projectId} AND n.collection_key = ${collection} AND ${isFirst}`,
    holds: (entryId) => sql`(SELECT true FROM entries n WHERE n.id = ${entryId} AND ${isFirst})`,
  };
}
