import { type Connection, execute, named, sql } from '../platform/database/sql.ts';

/**
 * Gives collections their new keys in what names them beside entries: limits of members, invitations and tokens, saved views, and filters of
 * webhooks.
 *
 * @param renamed former keys → new keys
 */
export async function followRenamedCollections(
  tx: Connection,
  projectId: string,
  renamed: ReadonlyMap<string, string>,
): Promise<void> {
  if (renamed.size === 0) return;
  const keys = sql`${JSON.stringify(Object.fromEntries(renamed))}::jsonb`;
  const limits = sql`(
    SELECT jsonb_object_agg(kind, CASE WHEN kind NOT IN ('collections', 'reads') THEN list ELSE (
      SELECT coalesce(jsonb_agg(coalesce(${keys} ->> one, one) ORDER BY place), '[]')
      FROM jsonb_array_elements_text(list) WITH ORDINALITY AS named (one, place)
    ) END) FROM jsonb_each(limits) AS each_limit (kind, list)
  )`;
  const follow = (table: 'members' | 'invitations' | 'project_tokens') =>
    sql`UPDATE ${named(table)} SET limits = ${limits} WHERE project_id = ${projectId} AND limits IS NOT NULL`;
  await execute(
    tx,
    sql`WITH invited AS (${follow('invitations')}), tokens AS (${follow('project_tokens')}), views AS (
        UPDATE saved_views SET collection_key = ${keys} ->> collection_key
        WHERE project_id = ${projectId} AND ${keys} ->> collection_key IS NOT NULL
      ), webhooks AS (
        UPDATE webhooks SET collections = ARRAY(
          SELECT coalesce(${keys} ->> one, one) FROM unnest(collections) WITH ORDINALITY AS named (one, place) ORDER BY place
        ) WHERE project_id = ${projectId} AND collections && ${[...renamed.keys()]}::text[]
      ) ${follow('members')}`,
  );
}
