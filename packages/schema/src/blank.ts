import type { FieldShape, Json } from './document.ts';
import { isBlankRichtext } from './richtext/index.ts';
import { isBlankText } from './unicode.ts';

/** Whether a value is empty, so that it doesn't fill a required field: nothing of it can be seen. */
export function isBlank(shape: FieldShape, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return isBlankText(value);
  if (Array.isArray(value)) {
    return shape.type === 'list' ? value.every((item) => isBlank(shape.of, item)) : value.length === 0;
  }
  return shape.type === 'richtext' && isBlankRichtext(value);
}
