import type { Json, Values } from '../document.ts';
import { isRecord } from '../own-value.ts';

/** Whether two values are the same, whatever the order of their keys; none is the same as null. */
export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if ((a ?? null) === (b ?? null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameJson(item, b[at]))
    );
  }
  const [one, other] = [a as Values, b as Values];
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(one[key], other[key]))
  );
}

/** A text that is the same for the same JSON, whatever the order of keys. */
export function nameOfJson(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
