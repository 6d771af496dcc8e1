import type { Database } from '../../src/platform/database/open-database.ts';

/**
 * State that a refused request must not change: the number of rows of each table, and counters of rows that are updated.
 * Sessions, sign-in limits and idempotency keys change independently of requests.
 */
export async function countRows({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ counts: string }>(
    `SELECT concat_ws(' ',
       (SELECT count(*) FROM users), (SELECT count(*) FROM projects), (SELECT count(*) FROM members),
       (SELECT string_agg(role, ',' ORDER BY project_id, user_id) FROM members),
       (SELECT count(*) FROM invitations WHERE revoked_at IS NULL AND accepted_at IS NULL),
       (SELECT md5(string_agg(secret_hash || coalesce(revoked_at::text, ''), ',' ORDER BY id)) FROM project_tokens),
       (SELECT md5(string_agg(id || version || status || position || coalesce(trashed_at::text, ''), ',' ORDER BY id))
         FROM entries),
       (SELECT count(*) FROM entry_versions), (SELECT count(*) FROM entry_values), (SELECT count(*) FROM entry_drafts),
       (SELECT count(*) FROM unique_values), (SELECT count(*) FROM schema_versions), (SELECT count(*) FROM publications),
       (SELECT count(*) FROM snapshots), (SELECT count(*) FROM live_sequences), (SELECT count(*) FROM events),
       (SELECT count(*) FROM audit_records),
       (SELECT string_agg(concat_ws(':', name, slug, locales, schema_version, live_seq), ',' ORDER BY id) FROM projects)
     ) AS counts`,
  );
  return rows[0]?.counts ?? '';
}
