import { sql } from '../../platform/database/sql.ts';

/** The values, as drafts hold them, of which a ledger row `l` was made. */
export const LIVE_VALUES = sql`(SELECT v.values FROM entry_values v WHERE v.entry_id = l.entry_id
  AND v.locale = l.locale AND v.version <= l.version ORDER BY v.version DESC LIMIT 1)`;
