import type { CollectionDocument } from '@stele/schema';
import type { LocaleValues } from './draft-values.ts';

/** Values with the shared fields of another locale's draft: drafts of an entry agree on them. */
export function withSharedOf(
  collection: CollectionDocument | null,
  values: LocaleValues,
  other: LocaleValues | null,
): LocaleValues {
  if (!collection || !other) return values;
  const shared = new Set(collection.fields.filter(({ localized }) => !localized).map(({ key }) => key));
  const pick = (from: LocaleValues, wanted: boolean): LocaleValues =>
    Object.fromEntries(Object.entries(from).filter(([key]) => shared.has(key) === wanted));
  return { ...pick(values, false), ...pick(other, true) };
}
