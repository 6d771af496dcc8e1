import { createHash } from 'node:crypto';
import { type Json, KEY_PATTERN, normalized } from '@stele/schema';

/** A field, and a text by which drafts with one of its values are found in the index. */
export type FieldMark = readonly [field: string, mark: string];

/** How many items of a list have marks. */
const MOST_ITEMS = 1000;
/** The beginning of a day, or of a time on it. */
const DAY = /^\d{4}-\d\d-\d\d/;
/** A time that isn't in UTC. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/;

/**
 * The marks of a draft's values: of every text, number and boolean, and of the texts in lists. A field's type doesn't matter, so
 * that it can change without new marks.
 */
export function fieldMarks(values: Readonly<Record<string, Json>>): readonly FieldMark[] {
  const fields = Object.entries(values).filter(([key]) => KEY_PATTERN.test(key));
  return fields.flatMap(([key, value]) => marksOf(value).map((mark): FieldMark => [key, mark]));
}

function marksOf(value: Json): readonly string[] {
  if (typeof value === 'number') return [numberMark(value)];
  if (typeof value === 'boolean') return [textMark(String(value))];
  if (Array.isArray(value)) {
    return value
      .slice(0, MOST_ITEMS)
      .filter((item) => typeof item === 'string')
      .map(textMark);
  }
  if (typeof value !== 'string') return [];
  const day = dayOf(value);
  return [textMark(value), ...(day === undefined ? [] : [`d${day}`])];
}

/** The day that a text begins with; of a time, the day in UTC. */
function dayOf(value: string): string | undefined {
  const at = WITH_OFFSET.test(value) ? Date.parse(value) : Number.NaN;
  return DAY.exec(Number.isNaN(at) ? value : new Date(at).toISOString())?.[0];
}

/** Length of each kind of mark, by its first letter. */
const LENGTHS: Readonly<Record<string, number>> = { '=': 9, n: 17, d: 11 };

/** Whether a beginning is a mark itself: looked up faster than what begins with it. */
export function isWhole(beginning: string): boolean {
  return beginning.length === LENGTHS[beginning.charAt(0)];
}

/** The mark of a text in any form of Unicode, which another text shares with a probability of 2^-48. */
export function textMark(text: string): string {
  return `=${createHash('sha256').update(normalized(text, 'NFC')).digest('base64url').slice(0, 8)}`;
}

/** The mark of a number: sixteen digits that sort as numbers do, from IEEE 754's form of it. */
export function numberMark(number: number): string {
  const bytes = Buffer.alloc(8);
  // Minus zero is zero.
  bytes.writeDoubleBE(number === 0 ? 0 : number);
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  for (const [index, byte] of bytes.entries()) bytes[index] = isNegative ? ~byte : index === 0 ? byte | 0x80 : byte;
  return `n${bytes.toString('hex')}`;
}

/** Beginnings that the marks of just the numbers from one to another have; null for no bound. Both are included. */
export function numberPrefixes(from: number | null, to: number | null): readonly string[] {
  const digits = (bound: number | null): string => (bound === null ? '' : numberMark(bound).slice(1));
  return prefixes(digits(from).replace(/0+$/, ''), digits(to).replace(/f+$/, ''), '0123456789abcdef', 'n');
}

/**
 * Beginnings that the marks of just the days from one to another have; '' for no bound. Both are included.
 *
 * @param from, to days, months or years: `2026-11-27`, `2026-11`, `2026`
 */
export function dayPrefixes(from: string, to: string): readonly string[] {
  return prefixes(from, to, '0123456789', 'd');
}

/** @param from, to bounds without what all texts begin with; '' for none */
function prefixes(from: string, to: string, digits: string, beginning: string): readonly string[] {
  if (from === '' && to === '') return [beginning];
  const letters = (from[0] ?? to[0]) === '-' ? '-' : digits;
  const [first, last] = [from[0] ?? letters, to[0] ?? letters.slice(-1)];
  return [...letters]
    .filter((letter) => letter >= first.charAt(0) && letter <= last)
    .flatMap((letter) =>
      prefixes(
        letter === from[0] ? from.slice(1) : '',
        letter === to[0] ? to.slice(1) : '',
        digits,
        beginning + letter,
      ),
    );
}
