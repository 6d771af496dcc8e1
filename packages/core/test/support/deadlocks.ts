import type { Pool } from 'pg';

/** Two queries that lock a row each, with values written in. */
export interface DeadlockedRows {
  /** The row that a request locks first. */
  readonly first: string;
  /** The row that it waits for then. */
  readonly second: string;
}

/**
 * Sends a request whose transaction the database ends twice because of deadlocks, each after a second. Needs TEST_DATABASE_URL: the
 * embedded database has one connection, where nothing happens at the same moment.
 *
 * @returns what the request returns, once the rows are free
 */
export async function throughDeadlocks<Answer>(
  pool: Pool,
  { first, second }: DeadlockedRows,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL deadlock_timeout = '5min'; SET LOCAL statement_timeout = '2min'");
    await client.query(`${second} FOR UPDATE`);
    const answer = request();
    // The database looks by itself when the request waits: a busy test would see that too late, and be ended in the request's place.
    // Leaving the inner block in an error frees the first row.
    await client.query(`DO $$ BEGIN
      FOR deadlock IN 1..2 LOOP
        WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))
        LOOP PERFORM pg_sleep(0.01); END LOOP;
        BEGIN
          PERFORM FROM (${first} FOR UPDATE) AS row;
          RAISE 'free';
        EXCEPTION WHEN raise_exception THEN NULL; END;
      END LOOP; END $$`);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true);
  }
}
