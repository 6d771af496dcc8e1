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

/** The first pause; later ones are longer. Without one, a change could lock its rows again before those who wait for them wake up. */
const PAUSE_MS = 50;

/**
 * Runs a change again when the database aborts it because of a conflict.
 *
 * @param change does all that it does in one transaction, and can run several times
 * @throws as `change` does
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
