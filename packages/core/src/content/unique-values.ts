import { type CollectionDocument, type UniqueValue, uniqueValuesIn } from '@stele/schema';
import { type ErrorDetail, ErrorDetails } from '../platform/error-details.ts';
import { ApiError } from '../platform/errors.ts';
import type { LocaleValues, ValuesByLocale } from './draft-values.ts';
import type { ClaimedValue } from './mentioned-content.store.ts';

/** The value that the only entry of a singleton collection holds. */
const SINGLETON: UniqueValue = { field: '', locale: '', value: 'singleton' };

/** The changes that a save makes in the table of unique values. */
export interface UniqueChanges {
  /** All unique values of the drafts after the save. */
  readonly claimed: readonly UniqueValue[];
  readonly added: readonly UniqueValue[];
  /** Values that were held for published content only, and are in the draft after the save. */
  readonly drafted: readonly UniqueValue[];
  /** Values that the save takes out of the draft. If they aren't published either, they're removed. */
  readonly undrafted: readonly ClaimedValue[];
}

export const NO_UNIQUE_CHANGES: UniqueChanges = { claimed: [], added: [], drafted: [], undrafted: [] };

/** The values of an entry's drafts that must be unique, each once. */
export function uniqueValuesOf(collection: CollectionDocument | null, drafts: ValuesByLocale): UniqueValue[] {
  if (!collection) return [];
  const found = new Map<string, UniqueValue>();
  if (collection.singleton) found.set(keyOf(SINGLETON), SINGLETON);
  for (const [locale, values] of drafts) {
    for (const value of uniqueValuesIn(collection, locale, values)) found.set(keyOf(value), value);
  }
  return [...found.values()];
}

export function hasUniqueValues(collection: CollectionDocument | null): boolean {
  return collection !== null && (collection.singleton || collection.fields.some(({ unique }) => unique));
}

/**
 * Compares the unique values that an entry needs with those that are held.
 *
 * @throws ApiError `entry.singleton_exists`; `validation_failed` with the paths of values that other entries hold
 */
export function claimUniqueValues(
  collection: CollectionDocument,
  { id: entryId, isNew }: { readonly id: string; readonly isNew: boolean },
  values: readonly UniqueValue[],
  claims: readonly ClaimedValue[],
  locales: readonly string[],
): UniqueChanges {
  const byKey = new Map(claims.map((value) => [keyOf(value), value]));
  // Entries that are older than the singleton rule of their collection can still be saved.
  const isSurplus = (value: UniqueValue): boolean =>
    !isNew && value.field === '' && byKey.get(keyOf(value))?.entryId !== entryId;
  const wanted = values.filter((value) => !isSurplus(value));
  const taken = wanted.filter((value) => (byKey.get(keyOf(value))?.entryId ?? entryId) !== entryId);
  if (taken.some(({ field }) => field === '')) {
    const other = byKey.get(keyOf(SINGLETON))?.entryId ?? '';
    throw new ApiError('entry.singleton_exists', {
      details: [
        { path: ['collection_key'], message: `The only entry of ${collection.key} is ${other}.`, entry_id: other },
      ],
    });
  }
  if (taken.length > 0) {
    const details = new ErrorDetails();
    for (const value of taken) {
      const other = byKey.get(keyOf(value))?.entryId ?? '';
      const path = ['values', value.locale || (locales[0] ?? ''), value.field];
      const message = `Another entry, ${other}, has this value already.`;
      details.add({ path, message, reason: 'value_taken', entry_id: other });
    }
    throw new ApiError('validation_failed', { details: details.list() });
  }
  const own = claims.filter((value) => value.entryId === entryId);
  const keys = new Set(wanted.map(keyOf));
  return {
    claimed: wanted,
    added: wanted.filter((value) => !byKey.has(keyOf(value))),
    drafted: wanted.filter((value) => byKey.get(keyOf(value))?.draft === false),
    undrafted: own.filter((value) => value.draft && !keys.has(keyOf(value))),
  };
}

/** Error details for unique values that are about to be published, and that the entry doesn't hold. */
export function checkClaimed(
  collection: CollectionDocument | null,
  locale: string,
  values: LocaleValues,
  claims: ReadonlySet<string> | undefined,
): ErrorDetail[] {
  return uniqueValuesOf(collection, [[locale, values]])
    .filter((value) => !claims?.has(keyOf(value)))
    .map(({ field }) =>
      field === ''
        ? { path: ['collection_key'], message: 'The collection holds a single entry, which is another one.' }
        : { path: ['values', locale, field], message: 'Another entry has this value already.', reason: 'value_taken' },
    );
}

/** Makes a function that says whether another entry holds one of some values. */
export function takenFrom(entryId: string, held: readonly ClaimedValue[]): (values: readonly UniqueValue[]) => boolean {
  const taken = new Set(held.filter((value) => value.entryId !== entryId).map(keyOf));
  return (values) => values.some((value) => taken.has(keyOf(value)));
}

/** Unique values as `checkClaimed` takes them. */
export function claimKeys(values: readonly UniqueValue[]): ReadonlySet<string> {
  return new Set(values.map(keyOf));
}

function keyOf({ field, locale, value }: UniqueValue): string {
  return JSON.stringify([field, locale, value]);
}
