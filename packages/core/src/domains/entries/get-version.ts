import type { ProjectContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { VersionDetail } from './entries.schemas.ts';
import { getEntryInProject } from './entries.store.ts';
import { findVersion } from './versions.store.ts';

/** A version of an entry with its values. @throws ApiError `entry.not_found`, `entry.version_not_found` */
export async function getVersion(
  ctx: ProjectContext,
  input: { readonly entryId: string; readonly version: number },
): Promise<VersionDetail> {
  const { pool } = ctx.services.database;
  const entry = await getEntryInProject(pool, ctx.project.id, input.entryId);
  const found = await findVersion(pool, entry.id, input.version);
  if (!found) throw new ApiError('entry.version_not_found');
  return found;
}
