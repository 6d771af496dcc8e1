import type { Pool } from 'pg';
import { ApiError, invalid } from '../../errors.ts';
import { type EntryRecord, loadChangedPaths } from './entries.store.ts';

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
export async function versionConflict(pool: Pool, entry: Versions & { id: string }, base: number): Promise<ApiError> {
  const changed = await loadChangedPaths(pool, entry.id, base);
  return new ApiError('entry.version_conflict', {
    details: [
      {
        path: ['base_version'],
        message: `The entry is at version ${entry.version}; ${base} is out of date.`,
        current_version: entry.version,
      },
      ...changed.map(([locale, field]) => ({
        path: ['values', locale, field],
        message: 'Somebody else changed this field since.',
      })),
    ],
  });
}

/** The conflict of a merge: a detail for each field that both sides changed, in different ways. */
export function mergeConflict(entry: Versions, base: number, conflicts: readonly (readonly string[])[]): ApiError {
  return new ApiError('entry.version_conflict', {
    details: [
      {
        path: ['base_version'],
        message: `The entry is at version ${entry.version}; ${base} is out of date.`,
        current_version: entry.version,
      },
      ...conflicts.map((path) => ({
        path: ['values', ...path],
        message: 'Somebody else changed this too, in another way.',
      })),
    ],
  });
}
