import { createHash } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Queryable } from './in-transaction.ts';

/** Names of statements by their text; there are as many as the code can put together, which is few. */
const names = new Map<string, string>();

/**
 * Runs a statement that a connection parses and plans once, however often it's sent: for those that are long and sent
 * at each request.
 *
 * @returns its rows
 * @throws DatabaseError of `pg`
 */
export async function queryPrepared<Row extends QueryResultRow>(client: Queryable, sql: Prisma.Sql): Promise<Row[]> {
  const { text } = sql;
  const name = names.get(text) ?? `p_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  const { rows } = await client.query<Row>({ name, text, values: sql.values });
  return rows;
}
