import { loadChangedPaths } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { type ErrorDetail, ErrorDetails, MAX_DETAILS } from '../../../platform/error-details.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';

type Versions = Pick<EntryRecord, 'version' | 'valuesVersion'>;

/**
 * Whether a base is older than the last version that changed values.
 *
 * @throws ApiError `validation_failed` for a version that doesn't exist yet
 */
export function isStale(entry: Versions, baseVersion: number): boolean {
  if (baseVersion > entry.version) {
    throw invalid(['base_version'], `The entry's newest version is ${entry.version}.`);
  }
  return baseVersion < entry.valuesVersion;
}

/** The conflict of a stale base, with a detail for each field that changed since. */
export async function versionConflict(
  pool: Queryable,
  projectId: string,
  entry: Versions & { id: string },
  base: number,
): Promise<ApiError> {
  const { paths, count } = await loadChangedPaths(pool, projectId, entry.id, base, MAX_DETAILS);
  return conflict(entry, base, paths, count, `This field was changed after version ${base}.`);
}

/** The conflict of a merge: a detail for each field that both sides changed, in different ways. */
export function mergeConflict(entry: Versions, base: number, conflicts: readonly (readonly string[])[]): ApiError {
  const message = `This was changed after version ${base} too, in another way.`;
  return conflict(entry, base, conflicts.slice(0, MAX_DETAILS), conflicts.length, message);
}

/** That a base is out of date, for who can't name the fields that changed since. */
export function staleBase({ version }: Pick<Versions, 'version'>, base: number): ErrorDetail {
  return {
    path: ['base_version'],
    message: `The entry is at version ${version}; ${base} is out of date.`,
    current_version: version,
  };
}

/** @param count how many fields there are; `paths` are some of them */
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
