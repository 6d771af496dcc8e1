import type { TestApp } from './test-app.ts';

/** How many statements wait for a lock now. */
export async function lockWaits({ database }: TestApp): Promise<number> {
  const { rows } = await database.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length;
}
