import { nullable, type RowOf, text } from '../../../platform/database/row.ts';
import { type Queryable, query, sql } from '../../../platform/database/sql.ts';
import { ApiError } from '../../../platform/errors.ts';
import { deploymentErrors } from '../deployments.names.ts';

const REPORTED_BUILD = {
  targetId: text,
  /** The deployment that started the build: the named one, or the target's newest one up to the build's sequence. */
  deploymentId: nullable(text),
};

/** The build of a report. */
export type ReportedBuild = RowOf<typeof REPORTED_BUILD>;

/** The deployment that a report names. @throws ApiError `deployment.not_found` */
export async function findNamedBuild(pool: Queryable, projectId: string, deploymentId: string): Promise<ReportedBuild> {
  const [row] = await query(
    pool,
    sql`SELECT target_id FROM deployments WHERE id = ${deploymentId} AND project_id = ${projectId}`,
    { target_id: text },
  );
  if (!row) throw new ApiError(deploymentErrors['deployment.not_found']);
  return { targetId: row.target_id, deploymentId };
}

/** The target with an environment, if there's exactly one, and its newest deployment up to a sequence. */
export async function findBuildIn(
  pool: Queryable,
  projectId: string,
  environment: string,
  seq: number,
): Promise<ReportedBuild | null> {
  const rows = await query(
    pool,
    sql`SELECT t.id AS "targetId", (SELECT d.id FROM deployments d
          WHERE d.target_id = t.id AND d.status = 'triggered' AND d.seq <= ${seq}::int
          ORDER BY d.seq DESC, d.id DESC LIMIT 1) AS "deploymentId"
      FROM deploy_targets t WHERE t.project_id = ${projectId} AND t.environment = ${environment} LIMIT 2`,
    REPORTED_BUILD,
  );
  const [only] = rows;
  return rows.length === 1 && only ? only : null;
}
