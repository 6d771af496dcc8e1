import { checkValue } from '../check-values.ts';
import type { FieldShape, Json } from '../document.ts';
import { fieldDefinition } from '../field-types/definitions.ts';
import { fieldKind } from '../field-types/kinds.ts';
import type { Converted } from './model.ts';

/**
 * Converts a value from one type to another.
 *
 * @returns null when the value has no counterpart of that type
 */
export function convertValue(value: Json, from: FieldShape, to: FieldShape): Converted | null {
  if (value === null) return { value: null, lossless: true };
  const converted = fits(to, value) ? { value, lossless: true } : attempt(value, from, to);
  return converted && fits(to, converted.value) ? converted : null;
}

function fits(shape: FieldShape, value: Json): boolean {
  return checkValue(shape, value, 'draft').length === 0;
}

function attempt(value: Json, from: FieldShape, to: FieldShape): Converted | null {
  const { item, holds, prose } = fieldKind(to.type);
  if (item) return toList(value, from, item(to));
  const isWhole = holds === 'text' && prose !== undefined && from.type === 'json';
  return Array.isArray(value) && !isWhole ? toSingle(value, from, to) : toOne(value, from, to);
}

/** One value from another. */
function toOne(value: Json, from: FieldShape, to: FieldShape): Converted | null {
  const { convert } = fieldDefinition(to.type);
  if (convert) return convert(value, fits, to);
  const { holds } = fieldKind(to.type);
  return holds === 'text' || holds === 'option' ? toText(value, from) : null;
}

function toText(value: Json, from: FieldShape): Converted | null {
  if (typeof value === 'string') return { value, lossless: true };
  if (typeof value === 'number' || typeof value === 'boolean') return { value: String(value), lossless: true };
  return fieldDefinition(from.type).asText?.(value) ?? null;
}

function toList(value: Json, from: FieldShape, of: FieldShape): Converted | null {
  const items = Array.isArray(value) ? value : [value];
  const itemShape = from.type === 'list' ? from.of : Array.isArray(value) ? ({ type: 'json' } as const) : from;
  const converted = items.map((item) => convertValue(item, itemShape, of));
  const kept = converted.filter((item) => item !== null);
  if (kept.length === 0 && items.length > 0) return null;
  return {
    value: kept.map((item) => item.value),
    lossless: kept.length === converted.length && kept.every((item) => item.lossless),
  };
}

/** The first of several. */
function toSingle(value: readonly Json[], from: FieldShape, to: FieldShape): Converted | null {
  const [first] = value;
  if (first === undefined) return null;
  const itemShape = from.type === 'list' ? from.of : ({ type: 'json' } as const);
  const converted = convertValue(first, itemShape, to);
  return converted && { value: converted.value, lossless: converted.lossless && value.length === 1 };
}
