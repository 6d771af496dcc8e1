import { bool, int, nullable, text, timestamp } from '../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';

/** What a server of PostgreSQL says about itself. */
export interface ServerFacts {
  readonly version: string;
  readonly versionNumber: number;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Connections that can still be made, by any role without special rights. */
  readonly freeConnections: number;
  readonly isReadOnly: boolean;
  readonly now: Date;
}

export async function loadServerFacts(pool: Queryable): Promise<ServerFacts> {
  const [facts] = await query(
    pool,
    sql`SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
        current_user::text AS role, current_setting('is_superuser') = 'on' AS "isSuperuser",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS "freeConnections",
        pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
        clock_timestamp() AS now`,
    {
      version: text,
      versionNumber: int,
      role: text,
      isSuperuser: bool,
      freeConnections: int,
      isReadOnly: bool,
      now: timestamp,
    },
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
