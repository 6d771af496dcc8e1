import type { Json } from '@stele/snapshot';
import { type Connection, execute, type Sql, sql } from './database/sql.ts';
import { newId } from './ids.ts';

/** Work to be done beside the requests. */
export interface NewJob {
  /** Names the handler. */
  readonly kind: string;
  /** Of one kind and key there's one job: asked for again, it runs once more, with the newest payload. Its own unless given. */
  readonly key?: string;
  /** The project that it's for, if any: it goes away with it. */
  readonly projectId?: string | null;
  readonly payload?: Json;
  /** Not before then. A job that waits already keeps the earlier time of the two. */
  readonly runAt: Date;
}

/**
 * Asks for work, in the transaction of what makes it necessary. One that was given up is tried again. Processes look for
 * jobs every second; the runner's `wake` makes this one look at once.
 *
 * @param now when it's asked for
 */
export async function enqueueJobs(on: Connection, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ kind, key, projectId = null, payload = null, runAt }) => {
    const id = newId('job');
    return { id, kind, key: key ?? id, project_id: projectId, payload, run_at: runAt };
  });
  await execute(
    on,
    enqueueJobsFrom(
      sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS n(id text, kind text, key text, project_id text, payload jsonb, run_at timestamptz)`,
      now,
    ),
  );
}

/**
 * The same as a statement, for jobs that another part of it tells.
 *
 * @param rows a query of `id, kind, key, project_id, payload, run_at`
 */
export function enqueueJobsFrom(rows: Sql, now: Date): Sql {
  return sql`INSERT INTO jobs AS j (id, kind, key, project_id, payload, run_at, created_at)
    SELECT n.id, n.kind, n.key, n.project_id, coalesce(n.payload, 'null'), n.run_at, ${now}::timestamptz FROM (${rows}) n
    ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, asked = j.asked + 1, attempts = 0, dead_at = NULL,
      run_at = CASE WHEN j.owner IS NULL AND j.dead_at IS NULL THEN least(j.run_at, excluded.run_at) ELSE excluded.run_at END`;
}
