import { canonicalText } from '../canonical.ts';
import { checkValue } from '../check-values.ts';
import type { FieldShape, Json } from '../document.ts';
import { richtextText, textToRichtext } from '../richtext/index.ts';

/** A converted value, and whether the original could be told from it. */
export interface Converted {
  readonly value: Json;
  readonly lossless: boolean;
}

const LINES: readonly string[] = [
  'text',
  'textarea',
  'markdown',
  'slug',
  'email',
  'url',
  'color',
  'date',
  'datetime',
  'select',
];

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
  switch (to.type) {
    case 'number':
    case 'integer':
      return toNumber(value, to.type === 'integer');
    case 'boolean':
      return toBoolean(value);
    case 'date':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? { value: new Date(value).toISOString().slice(0, 10), lossless: false }
        : null;
    case 'datetime':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? { value: `${value}T00:00:00Z`, lossless: true }
        : null;
    case 'richtext': {
      if (typeof value !== 'string') return null;
      const document = textToRichtext(value);
      return { value: document, lossless: richtextText(document) === value };
    }
    case 'list':
      return toList(value, from, to.of);
    case 'multiselect':
    case 'references':
    case 'assets':
      return Array.isArray(value) ? null : { value: [value], lossless: true };
  }
  if (Array.isArray(value)) return toSingle(value, from, to);
  return LINES.includes(to.type) ? toText(value, from) : null;
}

function toText(value: Json, from: FieldShape): Converted | null {
  if (typeof value === 'string') return { value, lossless: true };
  if (typeof value === 'number' || typeof value === 'boolean') return { value: String(value), lossless: true };
  if (from.type === 'richtext') {
    const text = richtextText(value);
    return { value: text, lossless: canonicalText(textToRichtext(text)) === canonicalText(value) };
  }
  return from.type === 'json' ? { value: canonicalText(value), lossless: true } : null;
}

function toNumber(value: Json, whole: boolean): Converted | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  const result = whole ? Math.round(number) : number;
  return { value: result, lossless: String(value) === String(result) };
}

function toBoolean(value: Json): Converted | null {
  const known: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
  const found = typeof value === 'string' || typeof value === 'number' ? known[String(value)] : undefined;
  return found === undefined ? null : { value: found, lossless: true };
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
