import { float, int, nullable, type RowOf } from '../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../platform/database/sql.ts';

const OPERATING_FACTS = {
  projects: int,
  /** Seconds since the newest and the oldest live snapshot went live; null when nothing is published. */
  newestSnapshotAge: nullable(float),
  oldestSnapshotAge: nullable(float),
  /** Live tokens that have no pointer mirror, or whose project's live file names an earlier snapshot than the live one. */
  mirrorsBehind: int,
};

/** Numbers about the data for operators. */
export type OperatingFacts = RowOf<typeof OPERATING_FACTS>;

export async function loadOperatingFacts(pool: Queryable): Promise<OperatingFacts> {
  const [row] = await query(
    pool,
    sql`SELECT count(*)::int AS projects,
        extract(epoch FROM now() - max(s.published_at))::float8 AS "newestSnapshotAge",
        extract(epoch FROM now() - min(s.published_at))::float8 AS "oldestSnapshotAge",
        coalesce(sum(behind.count), 0)::int AS "mirrorsBehind"
      FROM projects p LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      LEFT JOIN LATERAL (
        SELECT count(*) FROM project_tokens t WHERE t.project_id = p.id AND p.live_snapshot_id IS NOT NULL
          AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
          AND (t.mirrored_seq IS NULL OR p.mirrored_seq IS NULL OR p.mirrored_seq < p.live_seq)) behind ON true`,
    OPERATING_FACTS,
  );
  if (!row) throw new Error('The database gave no facts.');
  return row;
}
