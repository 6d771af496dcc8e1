import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CollectionDocument, FieldDocument, Json, Values } from './document.ts';
import { fieldKind } from './field-types/kinds.ts';
import { ownValue } from './own-value.ts';
import { isShown, shownFields } from './show-if.ts';
import { sortText } from './sort-text.ts';
import { beginning, isBlankText, normalized } from './unicode.ts';

const MAX_TITLE = 200;
const MAX_UNIQUE_TEXT = 200;

/** A value that no two entries of a collection may share. */
export interface UniqueValue {
  readonly field: string;
  /** Empty for a field that all locales share. */
  readonly locale: string;
  /** The value in a form that compares: text in NFC and lower case, of long text the hash. */
  readonly value: string;
}

/** The values of one locale that must be unique: hidden ones need not be. */
export function uniqueValuesIn(collection: CollectionDocument, locale: string, values: Values): UniqueValue[] {
  return shownFields(collection.fields, values).flatMap((field): UniqueValue[] => {
    const value = field.unique ? ownValue(values, field.key) : undefined;
    if (value === undefined || value === null || value === '') return [];
    // Lower case may take a letter out of NFC: there is a ǰ, but no capital one.
    const text = normalized(normalized(String(value), 'NFC').toLowerCase(), 'NFC');
    const comparable = text.length <= MAX_UNIQUE_TEXT ? text : `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
    return [{ field: field.key, locale: field.localized ? locale : '', value: comparable }];
  });
}

/**
 * The title of an entry in lists: its title field, or else its first field that holds a line of text that someone wrote, in
 * the default locale or another.
 *
 * @returns at most 200 characters; null when no locale has any
 */
export function titleOf(
  collection: CollectionDocument,
  values: ReadonlyMap<string, Values>,
  defaultLocale: string,
): string | null {
  const named = collection.fields.filter(({ key }) => key === collection.title_field);
  const candidates = [
    ...named,
    ...collection.fields.filter(({ type }) => {
      const { holds, usableFor = [] } = fieldKind(type);
      return holds === 'text' && usableFor.includes('title');
    }),
  ];
  const first = values.get(defaultLocale);
  for (const field of candidates) {
    for (const locale of [...(first ? [first] : []), ...values.values()]) {
      const text = ownValue(locale, field.key);
      if (typeof text !== 'string' || !isShown(field, collection.fields, locale)) continue;
      if (!isBlankText(text)) return beginning(text.trim(), MAX_TITLE);
    }
  }
  return null;
}

/**
 * Text by which entries of a collection are sorted, byte by byte, ties by id. Entries without a value come last in
 * either direction, and so do those that hide it.
 *
 * @param position sorts entries of a collection that is ordered by hand
 * @param locale the language of the values, whose alphabet sorts texts
 */
export function sortKeyOf(collection: CollectionDocument, values: Values, position: string, locale: string): string {
  const { order } = collection;
  if (order === null) return '';
  if (order === 'manual') return position;
  const field = collection.fields.find(({ key }) => key === order.field);
  const value = field && isShown(field, collection.fields, values) ? ownValue(values, field.key) : undefined;
  if (!field || value === undefined || value === null || value === '') return '~';
  const bytes = comparableBytes(field, value, locale);
  const descending = order.direction === 'desc';
  // Each byte as two digits; the end sorts before any digit going up, and after any going down.
  const digits = [...bytes].map((byte) => (descending ? 255 - byte : byte).toString(16).padStart(2, '0')).join('');
  return `${digits}${descending ? '~' : '!'}`;
}

/** Bytes that compare as values of the field's type do. */
function comparableBytes(field: FieldDocument, value: Json, locale: string): Uint8Array {
  switch (fieldKind(field.type).holds) {
    case 'number':
      return comparableNumber(Number(value));
    case 'datetime':
      return comparableNumber(Date.parse(String(value)));
    case 'boolean':
      return Uint8Array.of(value === true ? 1 : 0);
    case 'option':
      return utf8ToBytes(String(placeOf(field, value)).padStart(3, '0'));
    default:
      return utf8ToBytes(sortText(String(value), locale));
  }
}

/** The place of a value among the options of its field. */
function placeOf(field: FieldDocument, value: Json): number {
  return 'options' in field ? field.options.findIndex((option) => option.value === value) : -1;
}

/** IEEE 754 bits that compare byte by byte as the numbers do: negative ones inverted, the others with the sign set. */
function comparableNumber(number: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, number === 0 ? 0 : number);
  const negative = (bytes[0] ?? 0) >= 128;
  return bytes.map((byte, index) => (negative ? 255 - byte : index === 0 ? byte + 128 : byte));
}
