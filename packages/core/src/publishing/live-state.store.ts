import type { ManifestFile } from '@stele/snapshot';
import type { Pool } from 'pg';
import type { Schemas } from '../content/schemas.ts';
import { query, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { ProjectLiveState } from './model.ts';

/**
 * What is live in a project now, and its active schema.
 *
 * @returns also whether a release that restored in two steps was interrupted between them
 * @throws ApiError `project.not_found`
 */
export async function loadProjectLiveState(
  pool: Pool,
  schemas: Schemas,
  projectId: string,
): Promise<ProjectLiveState & { readonly isHalfRestored: boolean }> {
  const rows = await query<{
    id: string;
    default_locale: string;
    locales: string[];
    schema_version: number;
    live_seq: number;
    live_snapshot_id: string | null;
    epoch: number;
    restoring: boolean;
    published_at: Date | null;
    files: ManifestFile[] | null;
  }>(
    pool,
    sql`SELECT p.id, p.default_locale, p.locales, p.schema_version, p.live_seq, p.live_snapshot_id, p.epoch, p.restoring,
        s.published_at, s.files
      FROM projects p LEFT JOIN snapshots s ON s.id = p.live_snapshot_id WHERE p.id = ${projectId}`,
  );
  const row = rows[0];
  if (!row) throw new ApiError('project.not_found');
  return {
    id: row.id,
    defaultLocale: row.default_locale,
    locales: row.locales,
    schemaVersion: row.schema_version,
    schema: await schemas.load(row.id, row.schema_version),
    liveSeq: row.live_seq,
    epoch: row.epoch,
    isHalfRestored: row.restoring,
    live:
      row.live_snapshot_id && row.published_at && row.files
        ? { snapshotId: row.live_snapshot_id, publishedAt: row.published_at, files: row.files }
        : null,
  };
}
