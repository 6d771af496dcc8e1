import { viewOf } from '../../api/view.ts';
import { int, nullable, oneOf, text, timestamp } from '../../platform/database/row.ts';
import { type Connection, joinSql, type Queryable, query, sql } from '../../platform/database/sql.ts';
import { type Job, jobSchema, type ListJobsInput } from './jobs.schemas.ts';

/** The columns of a job that `jobSchema` describes. */
export const JOB_COLUMNS = sql`id, kind, attempts, last_error AS error, run_at, created_at,
  CASE WHEN dead_at IS NOT NULL THEN 'dead' WHEN owner IS NOT NULL THEN 'running' ELSE 'waiting' END AS state`;

/** The columns that `JOB_COLUMNS` gives. */
export const JOB_ROW = {
  id: text,
  kind: text,
  attempts: int,
  error: nullable(text),
  run_at: timestamp,
  created_at: timestamp,
  state: oneOf<Job['state']>(),
};

/** A project's jobs before the one with an id, newest first. */
export async function loadJobs(
  pool: Queryable,
  projectId: string,
  { state }: Pick<ListJobsInput, 'state'>,
  before: string | null,
  limit: number,
): Promise<Job[]> {
  const conditions = [sql`project_id = ${projectId}`];
  if (before !== null) conditions.push(sql`id < ${before}`);
  if (state === 'dead') conditions.push(sql`dead_at IS NOT NULL`);
  else if (state) conditions.push(sql`dead_at IS NULL AND (owner IS NOT NULL) = ${state === 'running'}`);
  const rows = await query(
    pool,
    sql`SELECT ${JOB_COLUMNS} FROM jobs WHERE ${joinSql(conditions, ' AND ')} ORDER BY id DESC LIMIT ${limit}`,
    JOB_ROW,
  );
  return rows.map((row) => viewOf(jobSchema, row, {}));
}

/**
 * Makes a job due now, and resets its attempts.
 *
 * @param projectId null for a job of any project, or of none
 * @returns null when there's no such job
 */
export async function makeJobDue(
  on: Connection,
  { projectId, jobId }: { projectId: string | null; jobId: string },
  now: Date,
): Promise<Job | null> {
  const conditions = [sql`id = ${jobId}`];
  if (projectId !== null) conditions.push(sql`project_id = ${projectId}`);
  const [row] = await query(
    on,
    sql`UPDATE jobs SET dead_at = NULL, attempts = 0, run_at = least(run_at, ${now}::timestamptz)
      WHERE ${joinSql(conditions, ' AND ')} RETURNING ${JOB_COLUMNS}`,
    JOB_ROW,
  );
  return row ? viewOf(jobSchema, row, {}) : null;
}
