import type { Json } from './document.ts';
import { ownValue } from './own-value.ts';

/** Values by the keys of their fields. */
export type FieldValues = Readonly<Record<string, Json>>;

/** Two sets of changes made into one. */
export interface MergedFields {
  /** Each field as the side that changed it has it; fields that both changed as `mine` has them. */
  readonly values: FieldValues;
  /** The fields that both sides changed differently. */
  readonly conflicts: readonly string[];
}

/**
 * Brings values that were edited from a base onto what others made of that base.
 *
 * @param base the values that both sides were edited from
 */
export function mergeFields(base: FieldValues, mine: FieldValues, theirs: FieldValues): MergedFields {
  const values: [string, Json][] = [];
  const conflicts: string[] = [];
  for (const key of new Set([...Object.keys(base), ...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, own, other] = [ownValue(base, key), ownValue(mine, key), ownValue(theirs, key)];
    const isMine = !isSameJson(own, was);
    if (isMine && !isSameJson(other, was) && !isSameJson(own, other)) conflicts.push(key);
    const value = isMine ? own : other;
    if (value !== undefined) values.push([key, value]);
  }
  return { values: Object.fromEntries(values), conflicts };
}

/** Whether two values are equal, whatever the order of their keys; a missing value equals null. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if ((a ?? null) === (b ?? null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameJson(item, b[at]))
    );
  }
  const [one, other] = [a as FieldValues, b as FieldValues];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}
