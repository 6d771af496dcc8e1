import { type Sql, sql } from '../platform/database/sql.ts';

/** A column of the row `v` of `entry_values` that has the draft values of a ledger row `l`. */
export const ofLiveValues = (
  column: Sql,
): Sql => sql`(SELECT ${column} FROM entry_values v WHERE v.entry_id = l.entry_id
  AND v.locale = l.locale AND v.version <= l.version ORDER BY v.version DESC LIMIT 1)`;

/** The draft values from which a ledger row `l` was rendered. */
export const LIVE_VALUES = ofLiveValues(sql`v.values`);
