import type { ManifestFile } from '@stele/snapshot';
import type { Pool } from 'pg';
import type { Schemas } from '../content/schemas.ts';
import { bool, int, json, list, nullable, text, timestamp } from '../platform/database/row.ts';
import { query, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { ProjectLiveState } from './model.ts';

/**
 * The published state of a project, and its active schema.
 *
 * @returns also whether an earlier release, which restored in two steps, was interrupted between them
 * @throws ApiError `project.not_found`
 */
export async function loadProjectLiveState(
  pool: Pool,
  schemas: Schemas,
  projectId: string,
): Promise<ProjectLiveState & { readonly isHalfRestored: boolean }> {
  const [row] = await query(
    pool,
    sql`SELECT p.id, p.default_locale AS "defaultLocale", p.locales, p.schema_version AS "schemaVersion",
        p.live_seq AS "liveSeq", p.live_name AS "liveName", p.epoch, p.restoring AS "isHalfRestored", p.live_snapshot_id AS "snapshotId",
        s.published_at AS "publishedAt", s.files
      FROM projects p LEFT JOIN snapshots s ON s.id = p.live_snapshot_id WHERE p.id = ${projectId}`,
    {
      schemaVersion: int,
      id: text,
      defaultLocale: text,
      locales: list(text),
      liveSeq: int,
      liveName: text,
      epoch: int,
      isHalfRestored: bool,
      snapshotId: nullable(text),
      publishedAt: nullable(timestamp),
      files: nullable(json<ManifestFile[]>()),
    },
  );
  if (!row) throw new ApiError('project.not_found');
  const { snapshotId, publishedAt, files, ...project } = row;
  const schema = await schemas.load(project.id, project.schemaVersion);
  return { ...project, schema, live: snapshotId && publishedAt && files ? { snapshotId, publishedAt, files } : null };
}
