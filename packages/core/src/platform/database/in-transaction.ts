import { setTimeout } from 'node:timers/promises';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { prismaCauseOf } from './unique-violation.ts';

/**
 * Runs work in a transaction on its own connection. An error rolls everything back.
 *
 * @throws DatabaseError of `pg`
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether the database aborted a transaction because of a conflict, so that it can be tried again. */
export function isTransactionConflict(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '40P01' || error.code === '40001';
  return prismaCauseOf(error)?.kind === 'TransactionWriteConflict';
}

/** How many times a change is tried when it conflicts with others. */
const ATTEMPTS = 4;

/** How long the first pause is. In the pauses, the changes that this one conflicted with go on; without them, it could take again what these wait for. */
const PAUSE_MS = 50;

/**
 * Runs a change again when the database aborts it because of a conflict.
 *
 * @param change runs in a transaction of its own
 * @throws as `change` does, and the last conflict
 */
export async function retryConflicts<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransactionConflict(error)) throw error;
      await setTimeout(attempt * PAUSE_MS);
    }
  }
}
