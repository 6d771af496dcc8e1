import type { Json, Values } from './document.ts';

/** A value of its own that an object has under a key: a field called `constructor` has none by inheritance. */
export function ownValue(values: Readonly<Record<string, Json>> | undefined, key: string): Json | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Whether JSON is an object. */
export function isObject(value: Json | undefined): value is Values {
  return isRecord(value);
}

/** Whether anything is an object, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
