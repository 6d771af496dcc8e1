import type { FieldShape, Json } from '@stele/schema';
import type { Telling } from './field-view.ts';
import { viewOf } from './views.ts';

/** A value as text that a person can read and compare; '' for none. Values without such a text are written as JSON. */
export function valueText(shape: FieldShape | null, value: Json | undefined, telling: Telling): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? telling.words.yes : telling.words.no;
  if (typeof value === 'number') return telling.formats.number(value);
  const view = shape && viewOf(shape.type);
  if (shape && view?.text) return view.text(shape, value, telling);
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
