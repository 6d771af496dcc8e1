import type { QueryResultRow } from 'pg';
import { viewOf } from '../../api/view.ts';
import { bool, int, json, nullable, text, timestamp } from '../../platform/database/row.ts';
import { joinSql, type Queryable, query, type Sql, sql } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import { deploymentErrors } from './deployments.names.ts';
import { type Deployment, deploymentSchema, type EntryLive, type ListDeploymentsInput } from './deployments.schemas.ts';

/** A deployment `d` as JSON, with the time at which its change went live. */
export const deploymentJson: Sql = sql`(SELECT row_to_json(one) FROM (SELECT d.*, (SELECT q.created_at FROM live_sequences q
  WHERE q.project_id = d.project_id AND q.seq = d.seq) AS published_at) one)`;

/** A deployment as API responses show it. @param row that `deploymentJson` gives */
export function toDeploymentView(row: QueryResultRow): Deployment {
  const { build_state: state, build_error: error, run } = row;
  return viewOf(deploymentSchema, row, {
    sequence: row.seq,
    due_at: row.status === 'queued' ? iso(row.due_at) : null,
    created_at: iso(row.created_at),
    finished_at: isoOrNull(row.finished_at),
    published_at: isoOrNull(row.published_at),
    triggered_at: isoOrNull(row.triggered_at),
    build: state === null && run === null ? null : { state: state ?? 'building', url: run?.url ?? null, error },
    built_at: isoOrNull(row.built_at),
    seen_at: isoOrNull(row.seen_at),
  });
}

/** A time from the database, in the form of API responses. */
export function iso(time: string | Date): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: string | null): string | null {
  return time === null ? null : iso(time);
}

const FOUND = { found: json<QueryResultRow>() };

/** Deployments of a project before the one with an id, newest first. */
export async function loadDeployments(
  pool: Queryable,
  projectId: string,
  { target_id, status }: Pick<ListDeploymentsInput, 'target_id' | 'status'>,
  before: string | null,
  limit: number,
): Promise<Deployment[]> {
  const conditions = [sql`d.project_id = ${projectId}`];
  if (before !== null) conditions.push(sql`d.id < ${before}`);
  if (target_id !== undefined) conditions.push(sql`d.target_id = ${target_id}`);
  if (status !== undefined) conditions.push(sql`d.status = ${status}`);
  const rows = await query(
    pool,
    sql`SELECT ${deploymentJson} AS found FROM deployments d
      WHERE ${joinSql(conditions, ' AND ')} ORDER BY d.id DESC LIMIT ${limit}`,
    FOUND,
  );
  return rows.map(({ found }) => toDeploymentView(found));
}

/** @throws ApiError `deployment.not_found` */
export async function getDeploymentInProject(pool: Queryable, projectId: string, id: string): Promise<Deployment> {
  const [row] = await query(
    pool,
    sql`SELECT ${deploymentJson} AS found FROM deployments d WHERE d.project_id = ${projectId} AND d.id = ${id}`,
    FOUND,
  );
  if (!row) throw new ApiError(deploymentErrors['deployment.not_found']);
  return toDeploymentView(row.found);
}

/**
 * The last change of an entry's published content, and its progress at each target. The state of a target at a sequence is also
 * that of all earlier changes.
 *
 * @throws ApiError `entry.not_found`
 */
export async function loadEntryLive(pool: Queryable, projectId: string, entryId: string): Promise<EntryLive> {
  const [row] = await query(
    pool,
    sql`SELECT p.seq, q.snapshot_id, q.created_at AS at, p.seq IS NOT NULL OR EXISTS (
          SELECT FROM entries e WHERE e.project_id = ${projectId} AND e.id = ${entryId}) AS exists,
        (SELECT json_agg(row_to_json(x) ORDER BY x.id) FROM (
          SELECT t.id, t.name, t.status, t.site_url, t.checked_at, t.check_error, f.triggered_at,
            coalesce(f.built_at, CASE WHEN t.built_seq >= p.seq THEN t.built_at END) AS built_at,
            coalesce(f.seen_at, CASE WHEN t.seen_seq >= p.seq THEN t.seen_at END) AS seen_at,
            (SELECT ${deploymentJson} FROM deployments d WHERE d.target_id = t.id AND d.seq >= p.seq AND d.reason <> 'test'
              ORDER BY d.seq DESC, d.id DESC LIMIT 1) AS deployment
          FROM deploy_targets t LEFT JOIN LATERAL (
            SELECT min(d.triggered_at) AS triggered_at, min(d.built_at) AS built_at, min(d.seen_at) AS seen_at
            FROM deployments d WHERE d.target_id = t.id AND d.seq >= p.seq) f ON true
          WHERE t.project_id = ${projectId}) x) AS targets
      FROM (SELECT max(greatest(l.since_seq, l.until_seq)) AS seq FROM publications l
        WHERE l.project_id = ${projectId} AND l.entry_id = ${entryId}) p
      LEFT JOIN live_sequences q ON q.project_id = ${projectId} AND q.seq = p.seq`,
    {
      exists: bool,
      seq: nullable(int),
      snapshot_id: nullable(text),
      at: nullable(timestamp),
      targets: nullable(json<QueryResultRow[]>()),
    },
  );
  if (!row?.exists) throw new ApiError('entry.not_found');
  const { seq, snapshot_id: snapshotId, at } = row;
  const published = seq === null || snapshotId === null || at === null ? null : { seq, snapshotId, at };
  return {
    entry_id: entryId,
    published: published && { sequence: published.seq, snapshot_id: published.snapshotId, at: iso(published.at) },
    targets: (row.targets ?? []).map(toLiveTarget),
  };
}

function toLiveTarget(row: QueryResultRow): EntryLive['targets'][number] {
  const fact = (time: string | null) => (time === null ? null : { at: iso(time) });
  return {
    target_id: row.id,
    name: row.name,
    status: row.status,
    triggered: fact(row.triggered_at),
    built: fact(row.built_at),
    seen: fact(row.seen_at),
    can_be_seen: row.site_url !== null,
    deployment: row.deployment && toDeploymentView(row.deployment),
    site_check: row.checked_at === null ? null : { at: iso(row.checked_at), error: row.check_error },
  };
}
