import { assetIdOf } from '../asset-use.ts';
import { canonicalText } from '../canonical.ts';
import { checkValue } from '../check-values.ts';
import type { FieldShape, Json } from '../document.ts';
import { richtextText, textToRichtext } from '../richtext/index.ts';

/** A converted value, and whether it can be converted back. */
export interface Converted {
  readonly value: Json;
  readonly lossless: boolean;
}

const LINES: readonly string[] = ['text', 'textarea', 'markdown', 'slug', 'email', 'url', 'color', 'select'];

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
    case 'list':
      return toList(value, from, to.of);
    case 'multiselect':
      return toList(value, from, { type: 'select', options: to.options });
    case 'references':
      return toList(value, from, { type: 'reference', collections: to.collections });
    case 'assets':
      return toList(value, from, { type: 'asset' });
    case 'text':
    case 'textarea':
    case 'markdown':
      if (from.type === 'json' && Array.isArray(value)) return toText(value, from);
  }
  return Array.isArray(value) ? toSingle(value, from, to) : toOne(value, from, to);
}

/** One value that is no list from another. */
function toOne(value: Json, from: FieldShape, to: FieldShape): Converted | null {
  switch (to.type) {
    case 'number':
    case 'integer':
      return toNumber(value, to.type === 'integer');
    case 'boolean':
      return toBoolean(value);
    case 'date':
      return typeof value === 'string' ? toDay(value) : null;
    case 'datetime':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? { value: `${value}T00:00:00Z`, lossless: true }
        : null;
    case 'richtext': {
      if (typeof value !== 'string') return null;
      const document = textToRichtext(value);
      return { value: document, lossless: richtextText(document) === value };
    }
    default:
      return LINES.includes(to.type) ? toText(value, from) : null;
  }
}

/** The day of a moment, in UTC. Other text than dates and times is no day, whatever `Date` would make of it. */
function toDay(text: string): Converted {
  const trimmed = text.trim();
  if (!fits({ type: 'datetime' }, trimmed)) return { value: trimmed, lossless: false };
  const day = new Date(trimmed).toISOString().slice(0, 10);
  return { value: day, lossless: text === `${day}T00:00:00Z` };
}

function toText(value: Json, from: FieldShape): Converted | null {
  if (typeof value === 'string') return { value, lossless: true };
  if (typeof value === 'number' || typeof value === 'boolean') return { value: String(value), lossless: true };
  if (from.type === 'richtext') {
    const text = richtextText(value);
    return { value: text, lossless: canonicalText(textToRichtext(text)) === canonicalText(value) };
  }
  if (from.type === 'asset') return { value: assetIdOf(value), lossless: false };
  return from.type === 'json' ? { value: canonicalText(value), lossless: true } : null;
}

function toNumber(value: Json, whole: boolean): Converted | null {
  if (typeof value === 'boolean') return { value: Number(value), lossless: true };
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  const result = whole ? Math.round(number) : number;
  return { value: result, lossless: String(value) === String(result) };
}

function toBoolean(value: Json): Converted | null {
  if (value === 'true' || value === 'false') return { value: value === 'true', lossless: true };
  if (value === 1 || value === 0) return { value: value === 1, lossless: true };
  // "true" would have become the same.
  return value === '1' || value === '0' ? { value: value === '1', lossless: false } : null;
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
