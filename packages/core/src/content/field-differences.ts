import { isSameJson, ownValue } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { LocaleValues } from './draft-values.ts';

/** A field that differs between two sets of values; null where it's missing. */
export interface FieldDifference {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** The fields that differ between two sets of a locale's values, sorted by key. */
export function fieldDifferences(before: LocaleValues, after: LocaleValues): FieldDifference[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields.flatMap((field): FieldDifference[] => {
    const [was, is] = [ownValue(before, field), ownValue(after, field)];
    const isSame = (was === undefined) === (is === undefined) && isSameJson(was, is);
    return isSame ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
}
