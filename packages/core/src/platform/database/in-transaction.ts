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
