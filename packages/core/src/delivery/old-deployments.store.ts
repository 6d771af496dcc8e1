import { execute, type Queryable, sql } from '../platform/database/sql.ts';

/** How long deployments are kept. The newest ones of each target are always kept. */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;
const KEEP_NEWEST = 20;

/** Removes old deployments. */
export async function deleteOldDeployments(pool: Queryable, now: Date): Promise<void> {
  await execute(
    pool,
    sql`DELETE FROM deployments d WHERE d.created_at < ${new Date(now.getTime() - KEEP_MS)}::timestamptz
      AND d.status NOT IN ('queued', 'sending') AND d.seq < (SELECT n.seq FROM deployments n
        WHERE n.target_id = d.target_id ORDER BY n.seq DESC OFFSET ${KEEP_NEWEST}::int LIMIT 1)`,
  );
}
