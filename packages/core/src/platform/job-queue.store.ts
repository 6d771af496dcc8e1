import type { Json } from '@stele/snapshot';
import { text, timestamp } from './database/row.ts';
import { type Connection, execute, type Queryable, query, type Sql, sql } from './database/sql.ts';
import { newId } from './ids.ts';

/** Background work. */
export interface NewJob {
  /** The kind of its handler. */
  readonly kind: string;
  /** There's one job for each kind and key. Requested again, it runs again with the newest payload. By default a new key. */
  readonly key?: string;
  /** The project, if any, with which the job is removed. */
  readonly projectId?: string | null;
  readonly payload?: Json;
  /** The earliest time. A job that already waits keeps the earlier one. */
  readonly runAt: Date;
}

/**
 * Schedules jobs, in the transaction that makes them necessary. Jobs that were given up are tried again. Processes look for
 * jobs every second; the runner's `wake` makes this process look at once.
 *
 * @param now the time of the request
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
 * The same as a statement, for jobs from a query.
 *
 * @param rows a query of `id, kind, key, project_id, payload, run_at`
 */
export function enqueueJobsFrom(rows: Sql, now: Date): Sql {
  return sql`INSERT INTO jobs AS j (id, kind, key, project_id, payload, run_at, created_at)
    SELECT n.id, n.kind, n.key, n.project_id, coalesce(n.payload, 'null'), n.run_at, ${now}::timestamptz FROM (${rows}) n
    ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, asked = j.asked + 1, attempts = 0, dead_at = NULL,
      run_at = CASE WHEN j.owner IS NULL AND j.dead_at IS NULL THEN least(j.run_at, excluded.run_at) ELSE excluded.run_at END`;
}

/** A job that waits although it's due. */
export interface LateJob {
  readonly kind: string;
  /** For how long it's due. */
  readonly dueSeconds: number;
}

/** Of the jobs that are due and that no process holds, the one that is due longest, if it's longer than a time. */
export async function findLateJob(pool: Queryable, now: Date, patienceMs: number): Promise<LateJob | null> {
  const before = new Date(now.getTime() - patienceMs);
  const [late] = await query(
    pool,
    sql`SELECT kind, run_at AS "runAt" FROM jobs
      WHERE dead_at IS NULL AND run_at < ${before}::timestamptz
        AND (lease_until IS NULL OR lease_until <= ${now}::timestamptz)
      ORDER BY run_at LIMIT 1`,
    { kind: text, runAt: timestamp },
  );
  return late ? { kind: late.kind, dueSeconds: Math.round((now.getTime() - late.runAt.getTime()) / 1000) } : null;
}
