import type { OwnQuotas } from '../../access/limits/quotas.ts';
import { viewOf } from '../../api/view.ts';
import { type Job, jobSchema } from '../../domains/jobs/jobs.schemas.ts';
import { JOB_COLUMNS, JOB_ROW } from '../../domains/jobs/jobs.store.ts';
import { float, int, json, nullable, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { type OperatingState, operatingStateSchema, type ProjectQuotas } from './operating.schemas.ts';

const MOST_JOBS = 50;
const MOST_PROJECTS = 200;

/** The database's version and size, and the last migration that it has had. */
export async function loadDatabaseFacts(
  pool: Queryable,
): Promise<Pick<OperatingState, 'database_version' | 'database_bytes' | 'migration'>> {
  const [row] = await query(
    pool,
    sql`SELECT current_setting('server_version') AS database_version,
      pg_database_size(current_database())::float8 AS database_bytes,
      (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migration`,
    { database_version: text, database_bytes: float, migration: text },
  );
  if (!row) throw new Error('The database gave no facts.');
  return row;
}

/** How many jobs of each kind there are, those first that are given up or late. */
export function loadJobKinds(pool: Queryable): Promise<OperatingState['job_kinds']> {
  return query(
    pool,
    sql`SELECT kind, count(*) FILTER (WHERE dead_at IS NULL AND owner IS NULL)::int AS waiting,
        count(*) FILTER (WHERE dead_at IS NULL AND owner IS NOT NULL)::int AS running,
        count(*) FILTER (WHERE dead_at IS NOT NULL)::int AS dead,
        coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE dead_at IS NULL AND owner IS NULL AND run_at < now())), 0)::float8
          AS late_seconds
      FROM jobs GROUP BY kind ORDER BY dead DESC, late_seconds DESC, kind`,
    { kind: text, waiting: int, running: int, dead: int, late_seconds: float },
  );
}

/** Jobs that were given up, the newest first. */
export async function loadGivenUpJobs(pool: Queryable): Promise<OperatingState['dead_jobs']> {
  const rows = await query(
    pool,
    sql`SELECT ${JOB_COLUMNS}, project_id FROM jobs WHERE dead_at IS NOT NULL ORDER BY id DESC LIMIT ${MOST_JOBS}`,
    { ...JOB_ROW, project_id: nullable(text) },
  );
  return rows.map((row) => viewOf(operatingStateSchema.shape.dead_jobs.element, row, {}));
}

/** Projects with their sizes, the largest first. @param quotasFor all quotas of a project, by its own ones */
export async function loadProjectSizes(
  pool: Queryable,
  quotasFor: (own: OwnQuotas) => ProjectQuotas,
): Promise<OperatingState['projects']> {
  const rows = await query(
    pool,
    sql`SELECT p.id, p.name, p.quotas AS own, e.entries, coalesce(u.asset_count, 0)::int AS files,
        coalesce(u.used_bytes + u.served_bytes, 0)::float8 AS file_bytes, m.members, s.published_at
      FROM projects p
      LEFT JOIN project_storage u ON u.project_id = p.id
      LEFT JOIN snapshots s ON s.id = p.live_snapshot_id
      CROSS JOIN LATERAL (SELECT count(*)::int AS entries FROM entries WHERE project_id = p.id) e
      CROSS JOIN LATERAL (SELECT count(*)::int AS members FROM members WHERE project_id = p.id) m
      ORDER BY file_bytes DESC, e.entries DESC, p.id LIMIT ${MOST_PROJECTS}`,
    {
      id: text,
      name: text,
      own: json<OwnQuotas>(),
      entries: int,
      files: int,
      file_bytes: float,
      members: int,
      published_at: nullable(timestamp),
    },
  );
  const project = operatingStateSchema.shape.projects.element;
  return rows.map((row) => viewOf(project, row, { quotas: quotasFor(row.own) }));
}

/** Removes a job that was given up. @returns null when there's no such job */
export async function deleteDeadJob(on: Connection, jobId: string): Promise<Job | null> {
  const [row] = await query(
    on,
    sql`DELETE FROM jobs WHERE id = ${jobId} AND dead_at IS NOT NULL RETURNING ${JOB_COLUMNS}`,
    JOB_ROW,
  );
  return row ? viewOf(jobSchema, row, {}) : null;
}
