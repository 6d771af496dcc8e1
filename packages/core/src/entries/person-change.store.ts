import { sql } from '../platform/database/sql.ts';

/** Condition on columns of `entry_versions`: a person changed the entry's values. */
export const IS_PERSONS_CHANGE = sql`(created_by->>'type' = 'user' AND kind IN ('create', 'save', 'restore', 'duplicate'))`;
