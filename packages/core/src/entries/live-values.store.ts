import { type Sql, sql } from '../platform/database/sql.ts';

/** A column of the row of `entry_values` that a ledger row `l` was made of. */
export const ofLiveValues = (
  column: Sql,
): Sql => sql`(SELECT ${column} FROM entry_values v WHERE v.entry_id = l.entry_id
  AND v.locale = l.locale AND v.version <= l.version ORDER BY v.version DESC LIMIT 1)`;

/** The values, as drafts hold them, that a ledger row `l` was made of. */
export const LIVE_VALUES = ofLiveValues(sql`v.values`);
