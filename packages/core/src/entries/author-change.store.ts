import { sql } from '../platform/database/sql.ts';

/** Condition on columns of `entry_versions`: a person or a token changed the entry's values, also by a schema. */
export const IS_AUTHORS_CHANGE = sql`(created_by->>'type' IN ('user', 'token')
  AND kind IN ('create', 'save', 'restore', 'duplicate', 'migrate'))`;
