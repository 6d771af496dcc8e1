import type { Json } from '@stele/schema';
import type { FormStore } from './form-store.ts';
import { childOf, type FieldPath, partsOf, within } from './paths.ts';

/**
 * A path as others keep it: blocks are named by their `_key`, which they keep when they move, as in `sections.#k3f9.heading`.
 * In a key, `%` and `.` are percent-encoded.
 */
export function lastingPath(store: FormStore, locale: string, path: FieldPath): string {
  const [field = '', ...parts] = partsOf(path).map(String);
  let value = store.value(locale, field);
  return parts.reduce((lasting, part) => {
    value = childOf(value, Array.isArray(value) ? Number(part) : part);
    const key = childOf(value, '_key');
    return within(lasting, typeof key === 'string' && /^\d+$/.test(part) ? nameOf(key) : part);
  }, field);
}

/** Where a lasting path leads now; null when its block is gone. Places in lists stay as they are. */
export function pathNow(store: FormStore, locale: string, lasting: string): FieldPath | null {
  if (!lasting.includes('#')) return lasting;
  const [field = '', ...parts] = lasting.split('.');
  let value = store.value(locale, field);
  let path: FieldPath = field;
  for (const part of parts) {
    const place = placeOf(value, part);
    if (place === -1) return null;
    value = childOf(value, place);
    path = within(path, place);
  }
  return path;
}

function placeOf(value: Json | undefined, part: string): string | number {
  if (!Array.isArray(value)) return part;
  return part.startsWith('#') ? value.findIndex((row) => namedBy(row) === part) : Number(part);
}

function namedBy(row: Json): string | null {
  const key = childOf(row, '_key');
  return typeof key === 'string' ? nameOf(key) : null;
}

function nameOf(key: string): string {
  return `#${key.replaceAll('%', '%25').replaceAll('.', '%2E')}`;
}
