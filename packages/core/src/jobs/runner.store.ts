import type { Json } from '@stele/snapshot';
import { float, int, json, nullable, type RowOf, text } from '../platform/database/row.ts';
import { type Connection, execute, type Queryable, query, rowsOf, type Sql, sql } from '../platform/database/sql.ts';

const HELD_JOB = {
  id: text,
  kind: text,
  key: text,
  projectId: nullable(text),
  /** The party that it counts for: the creator of the project, the project, or the instance. */
  party: text,
  payload: nullable(json<Json>()),
  /** The number of this attempt, from 1. */
  attempts: int,
  /** How many times it was requested before it was claimed. */
  asked: int,
};

/** A job that a process holds. */
export type HeldJob = RowOf<typeof HELD_JOB>;

/** The process that holds jobs, and until when, unless it renews the lease. */
export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/** Which jobs a process claims. */
export interface Claim {
  readonly kinds: readonly string[];
  /** The most jobs to claim. */
  readonly count: number;
  /** How many of them may be of parties that already have running jobs. */
  readonly more: number;
  /** The most running jobs of a party. */
  readonly bound: number;
  /** Party → how many of its jobs run in this process. */
  readonly held: ReadonlyMap<string, number>;
  /** Parties to skip. */
  readonly passedOver: readonly string[];
  /** The party that had the last turn. Parties after it come first. */
  readonly after: string;
  readonly now: Date;
  readonly lease: Lease;
  /** Ids of the owner's running jobs. It must not claim them again if it was too busy to renew their leases. */
  readonly underWay: readonly string[];
}

/**
 * Claims due jobs, including those of ended processes. Parties take turns: those with the fewest running jobs come first, and of
 * each party the job that has been due longest. It reads at most as many parties as it claims jobs, however many are due.
 */
export async function claimJobs(pool: Queryable, claim: Claim): Promise<HeldJob[]> {
  const { count, more, lease } = claim;
  return query(
    pool,
    sql`WITH RECURSIVE walk AS (${walkParties(claim)}), ranked AS (${rankJobs(claim)})
      UPDATE jobs SET owner = ${lease.owner}, lease_until = ${lease.until}::timestamptz, attempts = attempts + 1
      WHERE id IN (
        SELECT j.id FROM jobs j JOIN ranked r ON r.id = j.id
        WHERE ${isDue(claim)} AND r.number <= CASE WHEN r.nth = 1 THEN ${count}::int ELSE ${more}::int END
        FOR UPDATE OF j SKIP LOCKED
      )
      RETURNING id, kind, key, project_id AS "projectId", party, payload, attempts, asked`,
    HELD_JOB,
  );
}

/** Condition: the job `j` can be claimed. */
function isDue({ now, underWay }: Claim): Sql {
  return sql`j.dead_at IS NULL AND j.run_at <= ${now}::timestamptz
    AND (j.lease_until IS NULL OR j.lease_until <= ${now}::timestamptz) AND j.id <> ALL(${underWay})`;
}

/** Query for the due jobs of the party `turn.party`, the longest due first: `id`, `run_at`. */
function dueJobs(claim: Claim): Sql {
  return sql`SELECT due.id, due.run_at FROM unnest(${claim.kinds}::text[]) AS k(kind) CROSS JOIN LATERAL (
    SELECT j.id, j.run_at FROM jobs j WHERE j.kind = k.kind AND j.party = turn.party AND ${isDue(claim)}
    ORDER BY j.run_at LIMIT ${claim.count}) due`;
}

/** The first party behind another one that has jobs, by the index of parties; null behind the last one. */
function nextParty({ kinds }: Claim, behind: Sql): Sql {
  return sql`(SELECT min(one.party) FROM unnest(${kinds}::text[]) AS k(kind) CROSS JOIN LATERAL (
    SELECT j.party FROM jobs j WHERE j.kind = k.kind AND j.dead_at IS NULL AND j.party > ${behind}
    ORDER BY j.party LIMIT 1) one)`;
}

/**
 * Recursive query that goes through the parties once, from the one behind `after` around to it, until enough have due jobs:
 * `party`, its `place` on the way, whether it has jobs that are `due`, how many parties were `found` to have some, and the `lap`,
 * which is 1 behind the end of the alphabet.
 */
function walkParties(claim: Claim): Sql {
  const { after, count, passedOver } = claim;
  const next = sql`SELECT coalesce(behind, ${nextParty(claim, sql`''`)}) AS party, walk.lap + (behind IS NULL)::int AS lap
    FROM (SELECT ${nextParty(claim, sql`walk.party`)} AS behind) n`;
  return sql`SELECT ${after}::text AS party, 0 AS lap, 0 AS place, 0 AS found, false AS due
    UNION ALL
    SELECT turn.party, turn.lap, walk.place + 1, walk.found + turn.due::int, turn.due FROM walk CROSS JOIN LATERAL (
      SELECT turn.party, turn.lap, turn.party <> ALL(${passedOver}) AND EXISTS (${dueJobs(claim)}) AS due
      FROM (${next}) turn) turn
    WHERE walk.found < ${count}::int AND (turn.lap = 0 OR (turn.lap = 1 AND turn.party <= ${after}))`;
}

/**
 * Query for the due jobs of the parties in `walk`, without those that are too many for their party: `id`, the `nth` running job of
 * its party that it would be, and its `number` in the order of turns.
 */
function rankJobs(claim: Claim): Sql {
  const { bound, held } = claim;
  return sql`SELECT first.id, first.nth, row_number() OVER (ORDER BY first.nth, first.place) AS number FROM (
      SELECT due.id, turn.place, coalesce(h.held, 0) + row_number() OVER (PARTITION BY turn.party ORDER BY due.run_at) AS nth
      FROM walk turn CROSS JOIN LATERAL (${dueJobs(claim)}) due
      LEFT JOIN ${rowsOf('h', [...held], { party: ['text', ([party]) => party], held: ['int', ([, jobs]) => jobs] })}
        ON h.party = turn.party
      WHERE turn.due) first
    WHERE first.nth <= ${bound}::int`;
}

/**
 * Renews the leases of jobs. Never waits for a lock: the lease of a locked job stays as it is.
 *
 * @returns ids of those that are still the owner's
 */
export async function renewLeases(pool: Queryable, ids: readonly string[], lease: Lease): Promise<string[]> {
  await execute(
    pool,
    sql`UPDATE jobs SET lease_until = ${lease.until}::timestamptz WHERE id IN (
        SELECT id FROM jobs WHERE id = ANY(${ids}) AND owner = ${lease.owner} FOR UPDATE SKIP LOCKED)`,
  );
  const rows = await query(pool, sql`SELECT id FROM jobs WHERE id = ANY(${ids}) AND owner = ${lease.owner}`, {
    id: text,
  });
  return rows.map(({ id }) => id);
}

/**
 * Removes a finished job. A job that was requested again meanwhile stays, and waits for its next run.
 *
 * @param on the transaction of its work, for work that must not be done twice
 * @returns false when another process holds the job: roll back the transaction
 */
export async function finishJob(on: Connection, job: HeldJob, owner: string): Promise<boolean> {
  const [held] = await query(
    on,
    // Locks the row first, so that a concurrent request for the job comes either before or after.
    sql`WITH held AS MATERIALIZED (
        SELECT id, asked FROM jobs WHERE id = ${job.id} AND owner = ${owner} FOR UPDATE
      ), gone AS (
        DELETE FROM jobs j USING held WHERE j.id = held.id AND held.asked = ${job.asked}
      ), again AS (
        UPDATE jobs j SET owner = NULL, lease_until = NULL, attempts = 0 FROM held
        WHERE j.id = held.id AND held.asked > ${job.asked}
      )
      SELECT 1 AS one FROM held`,
    { one: int },
  );
  return held !== undefined;
}

/** Schedules the next run of a job that failed, or that recurs. */
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

/** Gives a job up. It stays in the table until it's requested again. */
export async function giveUp(pool: Queryable, job: HeldJob, owner: string, error: string, now: Date): Promise<void> {
  await execute(
    pool,
    sql`UPDATE jobs SET owner = NULL, lease_until = NULL, last_error = ${error},
        dead_at = CASE WHEN asked = ${job.asked} THEN ${now}::timestamptz END
      WHERE id = ${job.id} AND owner = ${owner}`,
  );
}

/** Inserts the recurring jobs that are missing. */
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

/** How many jobs are due or running; for waiting until all are done. */
export async function countOpen(pool: Queryable, kinds: readonly string[], now: Date): Promise<number> {
  const [row] = await query(
    pool,
    sql`SELECT count(*)::int AS count FROM jobs WHERE kind = ANY(${kinds}) AND dead_at IS NULL
      AND (run_at <= ${now}::timestamptz OR owner IS NOT NULL)`,
    { count: int },
  );
  return row?.count ?? 0;
}

/** The number of jobs by kind and state, and for how long the oldest one is due. */
export function countJobs(
  pool: Queryable,
): Promise<{ kind: string; state: string; count: number; dueSeconds: number }[]> {
  return query(
    pool,
    sql`SELECT kind, state, count(*)::int AS count,
        greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS "dueSeconds" FROM (
        SELECT kind, run_at, CASE WHEN dead_at IS NOT NULL THEN 'dead' WHEN lease_until > now() THEN 'running'
          WHEN run_at <= now() THEN 'due' ELSE 'waiting' END AS state
        FROM jobs) j
      GROUP BY kind, state`,
    { kind: text, state: text, count: int, dueSeconds: float },
  );
}
