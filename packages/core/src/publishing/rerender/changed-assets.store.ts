import { randomUUID } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import { text } from '../../platform/database/row.ts';
import { type Connection, execute, query, type Sql, sql } from '../../platform/database/sql.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';

/** Kind of the job that renders published content with changed assets again. There's one for each project. */
export const RERENDER_ASSETS = 'rerender-assets';

export interface AssetChanger {
  readonly actor: Actor;
  readonly requestId: string;
}

/**
 * Schedules a new rendering of published content, in the transaction that changes its assets. All changes until the job runs go
 * live in one snapshot. Assets that no published content uses are skipped: a running publish notices that they have changed.
 *
 * @returns whether a job was scheduled: then `wake` the jobs after the transaction
 */
export async function rerenderLater(
  tx: Connection,
  projectId: string,
  assetIds: readonly string[],
  { actor, requestId }: AssetChanger,
  now: Date,
): Promise<boolean> {
  if (assetIds.length === 0) return false;
  const marked = await execute(
    tx,
    sql`UPDATE assets a SET unshown_change = ${randomUUID()} WHERE a.project_id = ${projectId} AND a.id = ANY(${assetIds})
      AND ${isShownLive(projectId)}`,
  );
  if (marked === 0) return false;
  // The job has no project id: its foreign key would lock the project's row after those of the assets.
  const payload = { project_id: projectId, actor: { ...actor }, request_id: requestId };
  await enqueueJobs(tx, [{ kind: RERENDER_ASSETS, key: projectId, payload, runAt: now }], now);
  return true;
}

/**
 * Condition: published content uses an asset `a`. It counts the uses, because for EXISTS the planner would read the whole ledger.
 */
export function isShownLive(projectId: string): Sql {
  return sql`(SELECT count(*) FROM publications l WHERE l.project_id = ${projectId} AND l.assets <> '{}'
    AND l.assets @> ARRAY[a.id] AND l.until_seq IS NULL) > 0`;
}

/** The assets of a project with changes that published content doesn't show yet: asset → id of its last change. */
export async function loadUnshownChanges(on: Connection, projectId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await query(
    on,
    sql`SELECT id, unshown_change FROM assets WHERE project_id = ${projectId} AND unshown_change IS NOT NULL ORDER BY id`,
    { id: text, unshown_change: text },
  );
  return new Map(rows.map((row) => [row.id, row.unshown_change]));
}

/** Records that published content shows changes, except those of assets that have changed again. */
export async function forgetUnshownChanges(on: Connection, shown: ReadonlyMap<string, string>): Promise<void> {
  await execute(
    on,
    sql`UPDATE assets a SET unshown_change = NULL FROM (
        SELECT b.id FROM assets b JOIN unnest(${[...shown.keys()]}::text[], ${[...shown.values()]}::text[]) AS s(id, change)
          ON b.id = s.id AND b.unshown_change = s.change ORDER BY b.id FOR UPDATE OF b) c
      WHERE a.id = c.id`,
  );
}
