import type { EntryState } from '../../entries/entry.ts';
import { statusOf } from '../../entries/entry-status.ts';
import type { ApiError } from '../../platform/errors.ts';
import type { BulkItem } from './bulk.schemas.ts';
import { uncheckedFieldsOf } from './entry-view.ts';

/**
 * The outcome of a bulk operation for one entry.
 *
 * @param entry undefined for one that doesn't exist
 * @param changed the locales whose live content changes; undefined when nothing changed
 */
export function toBulkItem(
  id: string,
  entry: EntryState | undefined,
  changed: readonly string[] | undefined,
  refusal: ApiError | undefined,
): BulkItem {
  return {
    id,
    result: refusal ? 'refused' : changed ? 'changed' : 'unchanged',
    version: entry?.version ?? null,
    entry_status: entry ? statusOf(entry).status : null,
    live_changes: [...(changed ?? [])],
    unchecked_fields: entry ? uncheckedFieldsOf(entry, changed ?? []) : {},
    error: refusal ? toRefusal(refusal) : null,
  };
}

/** The error of one of several entries, as it's answered. */
export function toRefusal({ errorCode, message, details = [] }: ApiError): NonNullable<BulkItem['error']> {
  return { code: errorCode, message, details: details.map(({ path, ...detail }) => ({ ...detail, path: [...path] })) };
}
