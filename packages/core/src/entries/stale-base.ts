import type { ErrorDetail } from '../platform/error-details.ts';
import { invalid } from '../platform/errors.ts';
import type { EntryRecord } from './entry.ts';

/**
 * Whether a base is older than the last version that changed values.
 *
 * @throws ApiError `validation_failed` for a version that doesn't exist yet
 */
export function isStale(entry: Pick<EntryRecord, 'version' | 'valuesVersion'>, baseVersion: number): boolean {
  if (baseVersion > entry.version) {
    throw invalid(['base_version'], `The entry's newest version is ${entry.version}.`);
  }
  return baseVersion < entry.valuesVersion;
}

/** The error detail for an outdated base. */
export function staleBase({ version }: Pick<EntryRecord, 'version'>, base: number): ErrorDetail {
  return {
    path: ['base_version'],
    message: `The entry is at version ${version}; ${base} is out of date.`,
    current_version: version,
  };
}
