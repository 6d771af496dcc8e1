import { execute, named, type Queryable, sql } from './sql.ts';
import type { Table } from './tables.ts';

/** Removes expired rows of tables, and what their own rules remove. */
export async function deleteExpiredRows(pool: Queryable, tables: readonly Table[], now: Date): Promise<void> {
  for (const { name, expires, prune } of tables) {
    await prune?.(pool, now);
    if (!expires) continue;
    const before = new Date(now.getTime() - expires.keptMs);
    await execute(pool, sql`DELETE FROM ${named(name)} WHERE ${named(expires.from)} <= ${before}::timestamptz`);
  }
}
