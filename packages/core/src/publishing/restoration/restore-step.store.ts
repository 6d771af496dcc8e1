import type { Schemas } from '../../content/schemas.ts';
import { int, type RowOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import type { Step } from '../go-live.ts';
import { recordSnapshotOnly } from '../going-live.store.ts';
import type { ProjectLiveState } from '../model.ts';
import { snapshotActions } from '../snapshot.names.ts';
import { restoreEntries } from './restore-entries.store.ts';

const KEPT_SNAPSHOT = { seq: int, schema_version: int, published_at: timestamp };

type KeptSnapshot = RowOf<typeof KEPT_SNAPSHOT>;

/**
 * The step that makes an earlier snapshot live again, with ledger and entries. Its files still exist, so nothing is built.
 *
 * @throws ApiError `snapshot.not_found`, also at the commit when the snapshot's files were removed meanwhile
 */
export async function restoreStep(
  { pool, schemas }: { readonly pool: Queryable; readonly schemas: Schemas },
  project: ProjectLiveState,
  snapshotId: string,
  { actor, requestId }: Pick<WriteContext, 'actor' | 'requestId'>,
  at: Date,
): Promise<Step<null>> {
  const kept = await loadKept(pool, project.id, snapshotId);
  const schemaThen = await schemas.load(project.id, kept.schema_version);
  const snapshot = { restored: snapshotId };
  const seq = project.liveSeq + 1;
  return {
    project,
    keepsWritesOff: true,
    next: snapshot,
    shows: new Map(),
    answer: () => ({ answer: null, kept: [] }),
    // A sweep, which ends snapshots, runs either before or after this.
    hold: async (tx) => {
      await loadKept(tx, project.id, snapshotId, sql`FOR SHARE`);
    },
    write: async (tx) => {
      const counts = await restoreEntries(tx, { project, seq, seqThen: kept.seq, schemaThen, actor, requestId, at });
      const history = [{ reason: 'restore' as const, actor, request_id: requestId }];
      const data = {
        snapshot_id: snapshotId,
        sequence: seq,
        restored_sequence: kept.seq,
        published_at: kept.published_at.toISOString(),
      };
      const action = snapshotActions['snapshot.restore'];
      const record = { projectId: project.id, action, targetId: snapshotId, actor, requestId, data, at };
      await recordSnapshotOnly(tx, { project, snapshot, publishedAt: at, history, counts, audit: [record] });
    },
  };
}

/** A snapshot whose files are kept. @throws ApiError `snapshot.not_found` */
async function loadKept(on: Connection, projectId: string, snapshotId: string, lock = sql``): Promise<KeptSnapshot> {
  const [kept] = await query(
    on,
    sql`SELECT seq, schema_version, published_at FROM snapshots
      WHERE id = ${snapshotId} AND project_id = ${projectId} AND swept_at IS NULL ${lock}`,
    KEPT_SNAPSHOT,
  );
  if (!kept) throw new ApiError('snapshot.not_found');
  return kept;
}

/** Projects with an interrupted restoration of an earlier release, which restored in two steps; with the live snapshot. */
export function findHalfRestored(pool: Queryable): Promise<{ projectId: string; snapshotId: string }[]> {
  return query(
    pool,
    sql`SELECT id AS "projectId", live_snapshot_id AS "snapshotId" FROM projects WHERE restoring ORDER BY id`,
    { projectId: text, snapshotId: text },
  );
}
