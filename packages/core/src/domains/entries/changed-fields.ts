import { ownValue } from '@stele/schema';
import { canonicalJson, type Json } from '@stele/snapshot';

/** Keys of the fields in which two locales' values differ, sorted. */
export function changedFields(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const text = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));
  return fields.filter((field) => text(ownValue(before, field)) !== text(ownValue(after, field)));
}
