import { execute, named, type Queryable, sql } from './sql.ts';
import { allTables } from './tables.ts';

/** Removes expired rows of all tables. */
export async function deleteExpiredRows(pool: Queryable, now: Date): Promise<void> {
  for (const { name, expires } of allTables) {
    if (!expires) continue;
    const before = new Date(now.getTime() - expires.keptMs);
    await execute(pool, sql`DELETE FROM ${named(name)} WHERE ${named(expires.from)} <= ${before}::timestamptz`);
  }
}
