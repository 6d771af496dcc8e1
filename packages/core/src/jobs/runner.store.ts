import type { Json } from '@stele/snapshot';
import { type Connection, execute, type Queryable, query, type Sql, sql } from '../platform/database/sql.ts';

/** A job that a process holds. */
export interface HeldJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly projectId: string | null;
  /** For whom it counts: who made the project, the project, or the instance. */
  readonly party: string;
  readonly payload: Json;
  /** This attempt's number, from 1. */
  readonly attempts: number;
  /** How often it had been asked for when it was taken. */
  readonly asked: number;
}

/** Who holds jobs, and until when, unless the lease is renewed. */
export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/** Which jobs a process takes. */
export interface Claim {
  readonly kinds: readonly string[];
  /** How many at most. */
  readonly count: number;
  /** How many of them may be those of parties that hold some already. */
  readonly more: number;
  /** How many a party may hold. */
  readonly bound: number;
  /** Party → how many it holds in this process. */
  readonly held: ReadonlyMap<string, number>;
  /** Parties of which none is taken. */
  readonly passedOver: readonly string[];
  /** The party whose turn it was last: those behind it come first. */
  readonly after: string;
  readonly now: Date;
  readonly lease: Lease;
  /** Ids of those that the owner is doing: when it was too busy to renew their leases, it takes none of them twice. */
  readonly underWay: readonly string[];
}

/**
 * Takes jobs that are due, those of ended processes among them: in turn of each party, first of those that hold the
 * fewest, and of each the longest due. However many are due, it only looks at the first of as many parties as it takes jobs.
 */
export async function claimJobs(pool: Queryable, claim: Claim): Promise<HeldJob[]> {
  const { kinds, count, more, bound, held, passedOver, after, now, lease, underWay } = claim;
  const isDue = sql`j.dead_at IS NULL AND j.run_at <= ${now}::timestamptz
    AND (j.lease_until IS NULL OR j.lease_until <= ${now}::timestamptz) AND j.id <> ALL(${underWay})`;
  const next = (
    behind: Sql,
  ): Sql => sql`(SELECT min(one.party) FROM unnest(${kinds}::text[]) AS k(kind) CROSS JOIN LATERAL (
    SELECT j.party FROM jobs j WHERE j.kind = k.kind AND j.dead_at IS NULL AND j.party > ${behind}
    ORDER BY j.party LIMIT 1) one)`;
  const firstDue = sql`SELECT due.id, due.run_at FROM unnest(${kinds}::text[]) AS k(kind) CROSS JOIN LATERAL (
    SELECT j.id, j.run_at FROM jobs j WHERE j.kind = k.kind AND j.party = turn.party AND ${isDue}
    ORDER BY j.run_at LIMIT ${count}) due`;
  return query<HeldJob & Record<string, unknown>>(
    pool,
    sql`WITH RECURSIVE walk(party, lap, place, found, due) AS (
        SELECT ${after}::text, 0, 0, 0, false
        UNION ALL
        SELECT turn.party, turn.lap, walk.place + 1, walk.found + turn.due::int, turn.due FROM walk CROSS JOIN LATERAL (
          SELECT turn.party, turn.lap, turn.party <> ALL(${passedOver}) AND EXISTS (${firstDue}) AS due FROM (
            SELECT coalesce(behind, ${next(sql`''`)}) AS party, walk.lap + (behind IS NULL)::int AS lap
            FROM (SELECT ${next(sql`walk.party`)} AS behind) n) turn) turn
        WHERE walk.found < ${count}::int AND (turn.lap = 0 OR (turn.lap = 1 AND turn.party <= ${after}))
      ), ranked AS (
        SELECT first.id, first.nth, row_number() OVER (ORDER BY first.nth, first.place) AS number FROM (
          SELECT due.id, turn.place, coalesce(h.held, 0) + row_number() OVER (PARTITION BY turn.party ORDER BY due.run_at) AS nth
          FROM walk turn CROSS JOIN LATERAL (${firstDue}) due
          LEFT JOIN unnest(${[...held.keys()]}::text[], ${[...held.values()]}::int[]) AS h(party, held) ON h.party = turn.party
          WHERE turn.due) first
        WHERE first.nth <= ${bound}::int
      )
      UPDATE jobs SET owner = ${lease.owner}, lease_until = ${lease.until}::timestamptz, attempts = attempts + 1
      WHERE id IN (
        SELECT j.id FROM jobs j JOIN ranked r ON r.id = j.id
        WHERE ${isDue} AND r.number <= CASE WHEN r.nth = 1 THEN ${count}::int ELSE ${more}::int END
        FOR UPDATE OF j SKIP LOCKED
      )
      RETURNING id, kind, key, project_id AS "projectId", party, payload, attempts, asked`,
  );
}

/**
 * Holds jobs for longer. It waits for nobody: a job that somebody is just asking for keeps the time that it has.
 *
 * @returns ids of those that are still the owner's
 */
export async function renewLeases(pool: Queryable, ids: readonly string[], lease: Lease): Promise<string[]> {
  await execute(
    pool,
    sql`UPDATE jobs SET lease_until = ${lease.until}::timestamptz WHERE id IN (
        SELECT id FROM jobs WHERE id = ANY(${ids}) AND owner = ${lease.owner} FOR UPDATE SKIP LOCKED)`,
  );
  const rows = await query<{ id: string }>(
    pool,
    sql`SELECT id FROM jobs WHERE id = ANY(${ids}) AND owner = ${lease.owner}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Strikes a job off the list that was done, unless it was asked for again meanwhile: then it waits once more.
 *
 * @param on the transaction of what it did, for work that mustn't be done twice
 * @returns false when another process holds it by now: whatever it did in this transaction must be taken back
 */
export async function finishJob(on: Connection, job: HeldJob, owner: string): Promise<boolean> {
  const [held] = await query<{ one: number }>(
    on,
    // The row is locked first: who asks for the job at this moment has done so either before or after.
    sql`WITH held AS MATERIALIZED (
        SELECT id, asked FROM jobs WHERE id = ${job.id} AND owner = ${owner} FOR UPDATE
      ), gone AS (
        DELETE FROM jobs j USING held WHERE j.id = held.id AND held.asked = ${job.asked}
      ), again AS (
        UPDATE jobs j SET owner = NULL, lease_until = NULL, attempts = 0 FROM held
        WHERE j.id = held.id AND held.asked > ${job.asked}
      )
      SELECT 1 AS one FROM held`,
  );
  return held !== undefined;
}

/** Puts a job back that is to run again: because it failed, or because it recurs. */
export async function putBack(
  pool: Queryable,
  job: HeldJob,
  owner: string,
  { runAt, error, attempts }: { runAt: Date; error: string | null; attempts: number },
): Promise<void> {
  await execute(
    pool,
    sql`UPDATE jobs SET owner = NULL, lease_until = NULL, last_error = ${error},
        attempts = CASE WHEN asked = ${job.asked} THEN ${attempts}::int ELSE 0 END,
        run_at = CASE WHEN asked = ${job.asked} THEN ${runAt}::timestamptz ELSE run_at END
      WHERE id = ${job.id} AND owner = ${owner}`,
  );
}

/** Gives a job up. It stays on the list until somebody asks for it again. */
export async function giveUp(pool: Queryable, job: HeldJob, owner: string, error: string, now: Date): Promise<void> {
  await execute(
    pool,
    sql`UPDATE jobs SET owner = NULL, lease_until = NULL, last_error = ${error},
        dead_at = CASE WHEN asked = ${job.asked} THEN ${now}::timestamptz END
      WHERE id = ${job.id} AND owner = ${owner}`,
  );
}

/** Sees to it that jobs which recur are on the list. */
export async function ensureRecurring(pool: Queryable, kinds: readonly string[], now: Date): Promise<void> {
  await execute(
    pool,
    sql`INSERT INTO jobs (id, kind, key, payload, run_at, created_at)
      SELECT 'job_' || kind, kind, 'recurring', 'null', ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${kinds}::text[]) AS k(kind) ON CONFLICT DO NOTHING`,
  );
}

/** Makes all jobs of some kinds due. */
export async function makeDue(pool: Queryable, kinds: readonly string[], now: Date): Promise<void> {
  await execute(
    pool,
    sql`UPDATE jobs SET run_at = least(run_at, ${now}::timestamptz), asked = asked + 1
      WHERE kind = ANY(${kinds}) AND dead_at IS NULL`,
  );
}

/** How many jobs are due or under way, and the next time that one will be; for who waits until all are done. */
export async function countOpen(pool: Queryable, kinds: readonly string[], now: Date): Promise<number> {
  const [row] = await query<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM jobs WHERE kind = ANY(${kinds}) AND dead_at IS NULL
      AND (run_at <= ${now}::timestamptz OR owner IS NOT NULL)`,
  );
  return row?.count ?? 0;
}

/** Jobs on the list, counted by kind and state. */
export function countJobs(pool: Queryable): Promise<{ kind: string; state: string; count: number }[]> {
  return query(
    pool,
    sql`SELECT kind, state, count(*)::int AS count FROM (
        SELECT kind, CASE WHEN dead_at IS NOT NULL THEN 'dead' WHEN lease_until > now() THEN 'running'
          WHEN run_at <= now() THEN 'due' ELSE 'waiting' END AS state
        FROM jobs) j
      GROUP BY kind, state`,
  );
}
