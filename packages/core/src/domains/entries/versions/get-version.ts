import type { ProjectContext } from '../../context.ts';
import type { VersionDetail } from './versions.schemas.ts';
import { getVersionInProject } from './versions.store.ts';

/** A version of an entry with its values. @throws ApiError `entry.not_found`, `entry.version_not_found` */
export function getEntryVersion(
  ctx: ProjectContext,
  { entryId, version }: { readonly entryId: string; readonly version: number },
): Promise<VersionDetail> {
  return getVersionInProject(ctx.services.database.pool, ctx.project.id, entryId, version);
}
