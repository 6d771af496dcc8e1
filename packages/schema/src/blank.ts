import type { FieldShape, Json } from './document.ts';
import { isBlankRichtext } from './richtext/index.ts';

/** Whether a value is empty, so that it doesn't fill a required field. */
export function isBlank(shape: FieldShape, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return shape.type === 'richtext' && isBlankRichtext(value);
}
