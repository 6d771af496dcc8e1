import { isBlankText, isObject, type Json, KEY_PATTERN, whyInexact } from '@stele/schema';
import { textAt } from '../import/markdown/front-matter.ts';
import { dayExists, momentOf, readDate } from '../import/markdown/written-date.ts';
import type { ZodField } from './sites/zod-fields.ts';

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i;
const ADDRESS = /^https?:\/\//;
/** Types that values may give a field which is a text in the site's schema. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea', 'url', 'asset', 'date', 'datetime']);
/** A longer text goes into a larger field. */
const LINE = 140;
/** Objects with more names than this are maps, whose names are values themselves. */
const MAX_FIELDS = 20;
const MAX_DEPTH = 4;

/** A value of front matter. */
export interface FieldSample {
  readonly value: Json;
  /** The value as the file has it: each single value as a text. */
  readonly written: Json | undefined;
}

/** A field's type, with its options. */
interface Shape {
  readonly type: string;
  readonly [option: string]: unknown;
}

/** A field as front matter suggests it. */
export interface Suggested extends Shape {
  readonly key: string;
}

/** Where values stand. */
interface Position {
  /** In how many objects. */
  readonly depth: number;
  /** Whether the site's own schema checks them: in objects it wants addresses of pictures, which stay texts. */
  readonly isChecked: boolean;
}

/** The field for a name of front matter; none for a name that can't be a key, or is that of the text. */
export function inferField(
  name: string,
  found: readonly FieldSample[],
  everywhere: boolean,
  declared?: ZodField,
): readonly Suggested[] {
  const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!KEY_PATTERN.test(key) || key === 'body') return [];
  const seen = found.length > 0 ? seenShape(name, found, { depth: 0, isChecked: declared !== undefined }) : null;
  const said = declared && declaredShape(declared, seen);
  if (!said && !seen) return [];
  const required = everywhere && !declared?.isOptional ? { required: true } : {};
  return [{ key, ...(said ?? seen ?? { type: 'text' }), ...required }];
}

/** The shape that takes all values of a name. */
function seenShape(name: string, found: readonly FieldSample[], position: Position): Shape {
  // A post code, or an order number: as a number it would be another one.
  const isText = found.some(({ value, written }) => {
    const text = textAt(written, []);
    return typeof value === 'number' && text !== null && !isPlainNumber(text);
  });
  const values = found.map(({ value, written }) => (isText && typeof value === 'number' ? textAt(written, []) : value));
  const nested = objectShape(found, position) ?? rowsShape(found, position);
  if (nested) return nested;
  const seen = shape(name, values);
  return seen.type === 'asset' && position.depth > 0 && position.isChecked ? { type: 'text' } : seen;
}

/** The shape of objects with fields, such as an author's name and picture; null for any other value. */
function objectShape(found: readonly FieldSample[], { depth, isChecked }: Position): Shape | null {
  if (depth === MAX_DEPTH) return null;
  const inside = new Map<string, FieldSample[]>();
  for (const { value, written } of found) {
    if (!isObject(value)) return null;
    for (const [key, one] of Object.entries(value)) {
      const at = isObject(written ?? null) ? (written as Readonly<Record<string, Json>>)[key] : undefined;
      if (one !== null) inside.set(key, [...(inside.get(key) ?? []), { value: one as Json, written: at }]);
      else if (!inside.has(key)) inside.set(key, []);
    }
  }
  const names = [...inside.keys()];
  if (names.length === 0 || names.length > MAX_FIELDS || !names.every((name) => KEY_PATTERN.test(name))) return null;
  const fields = [...inside].map(([key, list]): Suggested => {
    const filled = list.filter(({ value }) => !isEmpty(value));
    const told = filled.length > 0 ? filled : list;
    const of = told.length > 0 ? seenShape(key, told, { depth: depth + 1, isChecked }) : { type: 'text' };
    return { key, ...of, ...(filled.length === found.length && { required: true }) };
  });
  return { type: 'object', fields };
}

/** The shape of lists of such objects; null for any other value. A single one is a list of one. */
function rowsShape(found: readonly FieldSample[], { depth, isChecked }: Position): Shape | null {
  if (!found.some(({ value }) => Array.isArray(value) && value.length > 0)) return null;
  const rows = found.flatMap(({ value, written }): FieldSample[] =>
    Array.isArray(value)
      ? value.map((one, index) => ({
          value: one as Json,
          written: Array.isArray(written) ? written[index] : undefined,
        }))
      : [{ value, written }],
  );
  const of = objectShape(rows, { depth: depth + 1, isChecked });
  return of && { type: 'list', of };
}

/** Field types whose default is a plain value, not a structure. */
const WITH_DEFAULT = new Set(['text', 'textarea', 'number', 'integer', 'boolean', 'select']);

/** The shape that the site's own schema gives a field; null when it says nothing that the values don't say better. */
function declaredShape({ type, options, default: value }: ZodField, seen: Shape | null): Shape | null {
  const of = options ? { type, options: options.map((one) => ({ value: one })) } : shapeOf(type, seen);
  if (!of?.type) return null;
  return { ...of, type: of.type, ...(WITH_DEFAULT.has(of.type) && value !== undefined && { default: value }) };
}

/** Values show what a schema doesn't say: long texts, pictures in texts, dates with a time. */
function shapeOf(type: ZodField['type'], seen: Shape | null): Shape | null {
  switch (type) {
    case undefined:
      return seen;
    case 'object':
      return seen?.type === 'object' ? seen : { type: 'json' };
    case 'json':
      return seen && seen.type !== 'object' ? seen : { type };
    case 'text':
      return seen && (TEXTS.has(seen.type) || seen.type === 'list') ? seen : { type };
    case 'date':
      return seen?.type === 'datetime' ? seen : { type };
    case 'asset':
      return { type, accept: ['image/*'] };
    case 'list':
      return { type, of: { type: 'text' } };
    case 'reference':
      return { type: 'text' };
    default:
      return { type };
  }
}

function shape(name: string, values: readonly Json[]): Shape {
  const all = (holds: (value: Json) => boolean): boolean => values.every(holds);
  const dates = values.filter(isDate);
  if (name !== 'title' && dates.length > values.length / 2) {
    return { type: dates.some((text) => readDate(text)?.time) ? 'datetime' : 'date' };
  }
  if (all((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (all((value) => typeof value === 'number')) {
    return { type: all((value) => Number.isInteger(value)) ? 'integer' : 'number' };
  }
  if (all((value) => typeof value === 'string')) return textShape(values as readonly string[]);
  if (all((value) => typeof value === 'string' || isListOfTexts(value))) return { type: 'list', of: { type: 'text' } };
  return { type: 'json' };
}

/** Whether a number stands there as a number is written, and can be held so. */
const isPlainNumber = (text: string): boolean =>
  /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text) && whyInexact(text) === null;

/** Whether a value leaves a required field unfilled. */
export const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && isBlankText(value);

const isListOfTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');

function textShape(texts: readonly string[]): Shape {
  const all = (holds: (text: string) => boolean): boolean => texts.every(holds);
  if (all((text) => ADDRESS.test(text))) return { type: 'url' };
  if (all((text) => PICTURE.test(text) && !ADDRESS.test(text))) return { type: 'asset', accept: ['image/*'] };
  return { type: all((text) => text.length <= LINE && !text.includes('\n')) ? 'text' : 'textarea' };
}

/** Whether a value is a date, perhaps with a time, and nothing else. */
export function isDate(value: Json): value is string {
  const date = typeof value === 'string' ? readDate(value) : null;
  return date !== null && dayExists(date.day) && momentOf(date) !== null;
}
