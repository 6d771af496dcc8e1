import type { Json, Values } from './document.ts';

/** The value under a key, unless it is inherited: a field may be called `constructor`. */
export function ownValue(values: Readonly<Record<string, Json>> | undefined, key: string): Json | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Whether JSON is an object. */
export function isObject(value: Json | undefined): value is Values {
  return isRecord(value);
}

/** A value's items when it is a list, none otherwise. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether anything is an object, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
