import { emptySql, type Sql, sql } from '../platform/database/sql.ts';
import type { EntryRecord } from './entry.ts';
import { isAllLive } from './entry-status.ts';

/**
 * A CTE, after a comma, that ends the review of entries of which everything is live: nothing is left to review. Approvals
 * stay known, for a publish that is undone.
 */
export function endReviews(entries: readonly EntryRecord[]): Sql {
  const ended = entries.filter((entry) => entry.review && isAllLive(entry)).map(({ id }) => id);
  if (ended.length === 0) return emptySql;
  return sql`, reviews_ended AS (
      UPDATE entry_reviews SET state = NULL, approved_version = NULL
      WHERE entry_id = ANY(${ended}) AND entry_id IN (SELECT id FROM guard) AND state IS NOT NULL
    )`;
}
