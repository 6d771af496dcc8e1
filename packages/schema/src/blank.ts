import type { FieldShape, Json } from './document.ts';
import { fieldKind } from './field-types/kinds.ts';
import { isBlankText } from './unicode.ts';

/** Whether a value is empty, so that it doesn't fill a required field: nothing of it can be seen. */
export function isBlank(shape: FieldShape, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return isBlankText(value);
  const { nesting, isBlank: saysNothing } = fieldKind(shape.type);
  if (Array.isArray(value)) {
    // A row that declares fields is there even when it's empty.
    const parts = nesting?.parts(shape, value) ?? [];
    return (
      value.length === 0 ||
      (parts.length > 0 && parts.every((part) => 'shape' in part && isBlank(part.shape, part.value)))
    );
  }
  return saysNothing?.(shape, value) ?? false;
}
