import type { CollectionDocument, FieldValues } from '@stele/schema';

/**
 * A copy of a language's values to be translated, without values that must be unique in the other language, and without shared
 * ones.
 */
export function translatable(collection: CollectionDocument, source: FieldValues = {}): FieldValues {
  const left = collection.fields
    .filter((field) => !field.localized || field.unique || field.type === 'slug')
    .map(({ key }) => key);
  return Object.fromEntries(Object.entries(source).filter(([key]) => !left.includes(key)));
}
