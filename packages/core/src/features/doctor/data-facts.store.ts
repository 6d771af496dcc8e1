import { bool, int, nullable, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';

const SERVER_FACTS = {
  version: text,
  versionNumber: int,
  role: text,
  isSuperuser: bool,
  /** Connections that can still be made, by any role without special rights. */
  freeConnections: int,
  isReadOnly: bool,
  now: timestamp,
};

/** Facts that a server of PostgreSQL gives about itself. */
export type ServerFacts = RowOf<typeof SERVER_FACTS>;

export async function loadServerFacts(pool: Queryable): Promise<ServerFacts> {
  const [facts] = await query(
    pool,
    sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
        current_user::text AS role, current_setting('is_superuser') = 'on' AS "isSuperuser",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS "freeConnections",
        pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
        clock_timestamp() AS now`,
    SERVER_FACTS,
  );
  if (!facts) throw new Error('The database said nothing about itself.');
  return facts;
}

/** How many jobs of each kind were given up, and the error of one. */
export function loadDeadJobs(pool: Queryable): Promise<{ kind: string; count: number; error: string | null }[]> {
  return query(
    pool,
    sql`SELECT kind, count(*)::int AS count, max(last_error) AS error FROM jobs
      WHERE dead_at IS NOT NULL GROUP BY kind ORDER BY kind`,
    { kind: text, count: int, error: nullable(text) },
  );
}
