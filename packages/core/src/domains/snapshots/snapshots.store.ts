import type { ManifestFile } from '@stele/snapshot';
import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';

/** Files of a snapshot that is still kept. @throws ApiError `snapshot.not_found` */
export async function getSnapshotFilesInProject(
  pool: Pool,
  projectId: string,
  snapshotId: string,
): Promise<readonly ManifestFile[]> {
  const { rows } = await pool.query<{ files: ManifestFile[] }>(
    'SELECT files FROM snapshots WHERE id = $1 AND project_id = $2 AND swept_at IS NULL',
    [snapshotId, projectId],
  );
  if (!rows[0]) throw new ApiError('snapshot.not_found');
  return rows[0].files;
}
