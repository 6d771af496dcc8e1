import type { Json } from './json.ts';

/** A value as text that a person can read and compare. */
export function valueText(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, null, 2);
}
