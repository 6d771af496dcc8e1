import { loadChangedPaths } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { staleBase } from '../../../entries/stale-base.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { ErrorDetails, MAX_DETAILS } from '../../../platform/error-details.ts';
import { ApiError } from '../../../platform/errors.ts';

type Versions = Pick<EntryRecord, 'version' | 'valuesVersion'>;

/** The error for an outdated base, with a detail for each field that changed since. */
export async function versionConflict(
  pool: Queryable,
  projectId: string,
  entry: Versions & { id: string },
  base: number,
): Promise<ApiError> {
  const { paths, count } = await loadChangedPaths(pool, projectId, entry.id, base, MAX_DETAILS);
  return conflict(entry, base, paths, count, `This field was changed after version ${base}.`);
}

/** The error for a failed merge, with a detail for each field that both sides changed in different ways. */
export function mergeConflict(entry: Versions, base: number, conflicts: readonly (readonly string[])[]): ApiError {
  const message = `This was also changed after version ${base}, in another way.`;
  return conflict(entry, base, conflicts.slice(0, MAX_DETAILS), conflicts.length, message);
}

/** @param count how many fields changed; `paths` are some of them */
function conflict(
  entry: Versions,
  base: number,
  paths: readonly (readonly string[])[],
  count: number,
  message: string,
): ApiError {
  const details = new ErrorDetails();
  details.add(staleBase(entry, base));
  for (const path of paths) details.add({ path: ['values', ...path], message });
  details.count(count - paths.length);
  return new ApiError('entry.version_conflict', { details: details.list() });
}
