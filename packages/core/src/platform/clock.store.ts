import { timestamp } from './database/row.ts';
import { type Queryable, query, sql } from './database/sql.ts';

/** The current time of the database. */
export async function readDatabaseTime(pool: Queryable): Promise<Date> {
  const [row] = await query(pool, sql`SELECT clock_timestamp() AS now`, { now: timestamp });
  if (!row) throw new Error('The database returned no time.');
  return row.now;
}
