import type { Actor } from '../platform/actor.ts';
import { list, nullable, text } from '../platform/database/row.ts';
import { type Queryable, query, sql } from '../platform/database/sql.ts';

/**
 * Condition on columns of `entry_versions`: a person or a token changed the entry's values, also by a schema. Content that is only put
 * live again has no changed paths.
 */
export const IS_AUTHORS_CHANGE = sql`(created_by->>'type' IN ('user', 'token')
  AND (kind IN ('create', 'save', 'duplicate', 'migrate') OR (kind = 'restore' AND changed_paths <> '[]')))`;

/** The ids of the people behind a caller: the person, or those who made the secret of the token. */
export async function loadPeopleBehind(on: Queryable, { type, id }: Actor): Promise<string[]> {
  if (type !== 'token') return [id];
  const [token] = await query(
    on,
    sql`SELECT created_by->>'id' AS maker, holders FROM project_tokens WHERE id = ${id}`,
    { maker: nullable(text), holders: list(text) },
  );
  return token ? [...token.holders, ...(token.maker === null ? [] : [token.maker])] : [];
}
