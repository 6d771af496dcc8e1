import { isRecord } from '../own-value.ts';
import { fieldName, type PreviewField, readFieldName } from './messages.ts';

/*
 * A mark is the name of a field in characters that no one sees: a zero-width non-joiner, two variation selectors for each byte, and
 * the non-joiner again. All of them belong to the character before them, so cursors and letter-spacing don't notice a mark. None is a
 * space or punctuation, and none is half of a surrogate pair: a text that is cut within a mark shows nothing odd.
 *
 * Writers use these characters too: the non-joiner in Persian, a selector behind an emoji or a sign of Chinese, at times twice. So only
 * what begins as each mark does, with `ent_`, is a whole one, and only eight selectors in a row are a part of one that was cut.
 */

const EDGE = '\u200c';
const FIRST = 0xfe00;
const WHOLE = /\u200c\ufe06\ufe05\ufe06\ufe0e\ufe07\ufe04\ufe05\ufe0f(?:[\ufe00-\ufe0f]{2})+\u200c/g;
/** Marks, and what is left of those that were cut. */
const ANY = /\u200c\ufe06\ufe05\ufe06\ufe0e\ufe07\ufe04\ufe05\ufe0f[\ufe00-\ufe0f]*\u200c?|[\ufe00-\ufe0f]{8,}\u200c?/g;
/** The part that all marks have, and nothing else has. */
const PART = /[\ufe00-\ufe0f]{8}/;
/** More than a text bears at its end. */
const LONGEST_END = 2000;
const AT_END = /(?:\u200c\ufe06\ufe05\ufe06\ufe0e\ufe07\ufe04\ufe05\ufe0f(?:[\ufe00-\ufe0f]{2})+\u200c)+$/;

/** A mark in a text: where it is, and the field that it names. */
export interface MarkMatch {
  readonly start: number;
  readonly end: number;
  readonly field: PreviewField;
}

/** The mark of a field, which names it invisibly within a text. */
export function markOf(field: PreviewField): string {
  let mark = EDGE;
  for (const character of fieldName(field)) {
    const code = character.charCodeAt(0);
    mark += String.fromCharCode(FIRST + (code >> 4), FIRST + (code & 15));
  }
  return mark + EDGE;
}

/** The whole marks in a text, in their order. */
export function marksIn(text: string): readonly MarkMatch[] {
  if (!text.includes(EDGE)) return [];
  return [...text.matchAll(WHOLE)].flatMap((match) => {
    const [whole] = match;
    const field = readFieldName(whole.slice(1, -1).replace(/../g, (pair) => String.fromCharCode(byteOf(pair))));
    return field ? [{ start: match.index, end: match.index + whole.length, field }] : [];
  });
}

/** The marks that a text ends with; empty when it has none there. */
export function marksAtEnd(text: string): string {
  return text.includes(EDGE) ? (AT_END.exec(text.slice(-LONGEST_END))?.[0] ?? '') : '';
}

/** Whether a text holds a mark, or a part of one. */
export function isMarked(text: string): boolean {
  return PART.test(text);
}

/** A value without marks, at any depth, for comparisons. The same one when it holds none. */
export function withoutMarks<Value>(value: Value): Value;
export function withoutMarks(value: unknown): unknown {
  if (typeof value === 'string') return isMarked(value) ? value.replace(ANY, '') : value;
  if (Array.isArray(value)) {
    const cleaned = value.map((item) => withoutMarks(item));
    return cleaned.some((item, index) => item !== value[index]) ? cleaned : value;
  }
  if (!isRecord(value)) return value;
  let cleaned: Record<string, unknown> | null = null;
  for (const [key, item] of Object.entries(value)) {
    const after = withoutMarks(item);
    if (after !== item) {
      cleaned ??= { ...value };
      cleaned[key] = after;
    }
  }
  return cleaned ?? value;
}

function byteOf(pair: string): number {
  return ((pair.charCodeAt(0) - FIRST) << 4) | (pair.charCodeAt(1) - FIRST);
}
