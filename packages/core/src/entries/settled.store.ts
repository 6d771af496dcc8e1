import { type Sql, sql } from '../platform/database/sql.ts';

/** Condition on a row of `entries`: all that it has is live, and nothing of it is reviewed. Lists show such an entry as live, in no state. */
export function settledSql(entry: Sql): Sql {
  return sql`(${entry}.status = 'published' AND NOT ${entry}.changed AND ${entry}.review_state IS NULL)`;
}
