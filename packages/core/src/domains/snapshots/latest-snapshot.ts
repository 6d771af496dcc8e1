import { MANIFEST_FORMAT, manifestKey, snapshotPrefix } from '@stele/snapshot';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { snapshotErrors } from './snapshots.names.ts';
import type { SnapshotPointer } from './snapshots.schemas.ts';

/** The live pointer, which was loaded together with the token. @throws ApiError `snapshot.none_published` */
export async function latestSnapshot({ project, services }: ProjectContext): Promise<SnapshotPointer> {
  const { live } = project;
  if (!live) throw new ApiError(snapshotErrors['snapshot.none_published']);
  const { contentUrl } = services.settings;
  return {
    snapshot_id: live.snapshotId,
    published_at: live.publishedAt.toISOString(),
    content_base_url: `${contentUrl}/${snapshotPrefix(project.id, live.snapshotId)}`,
    manifest: {
      manifest_format: MANIFEST_FORMAT,
      sequence: project.liveSeq,
      schema_version: live.schemaVersion,
      url: `${contentUrl}/${manifestKey(project.id, live.snapshotId)}`,
      sha256: live.manifestHash,
    },
  };
}
