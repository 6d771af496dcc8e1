import {
  type FieldDocument,
  type FieldShape,
  fieldKind,
  isObject,
  type Json,
  type Path,
  type Values,
  whyInexact,
} from '@stele/schema';
import { isLocal } from './pictures.ts';
import { dayExists, momentOf, readDate } from './written-date.ts';

/** Helpers for reading values. */
interface Reading {
  /** The name of a file's asset; null when there's no such file. */
  nameOf(address: string): string | null;
  /** The text that stands at a place, where that isn't read as a text; null for anything else. */
  writtenAt(path: Path): string | null;
  /** Called with the problem of a value that the API will refuse, and its place. */
  refuse(path: Path, message: string): void;
  /** Called with the problem of a value that the API wouldn't refuse. */
  fail(path: Path, message: string): void;
}

/** A value of front matter in the form that a field takes. A value that doesn't fit stays as it is, and the server refuses it. */
export function fieldValue(shape: FieldShape, value: Json, reading: Reading, path: Path = []): Json {
  const { holds, isMany, item, nesting, prose } = fieldKind(shape.type);
  // Elsewhere an empty text means that there is no value.
  const keepsEmpty = holds === 'json' || (holds === 'text' && prose !== undefined);
  if (typeof value === 'string' && value.trim() === '' && !keepsEmpty) return null;
  const each = (read: (one: Json, at: Path) => Json): Json =>
    listOf(value).map((one, index) => read(one, [...path, index]));
  switch (holds) {
    case 'text':
      return asText(value, path, reading);
    case 'option':
      return isMany ? each((one, at) => asText(one, at, reading)) : asText(value, path, reading);
    case 'number':
    case 'json':
      checkNumbers(value, path, reading);
      return value;
    case 'date':
      return typeof value === 'string' ? dayIn(value, path, reading) : value;
    case 'datetime':
      return typeof value === 'string' ? momentIn(value, path, reading) : value;
    case 'asset': {
      if (isMany) return each((one, at) => (typeof one === 'string' ? fileIn(one, at, reading) : one));
      const address = addressIn(value);
      return address === null ? value : fileIn(address, path, reading);
    }
    case 'rows':
      return item ? each((one, at) => fieldValue(item(shape), one, reading, at)) : value;
    case 'fields': {
      const [part] = nesting?.parts(shape, value) ?? [];
      return part && 'fields' in part ? withFields(part.fields, part.values, reading, path) : value;
    }
    default:
      return value;
  }
}

function withFields(fields: readonly FieldDocument[], values: Values, reading: Reading, path: Path): Values {
  const known = new Map(fields.map((field) => [field.key, field]));
  const own = Object.entries(values).map(([key, one]): [string, Json] => {
    const field = known.get(key);
    return [key, field ? fieldValue(field, one, reading, [...path, key]) : one];
  });
  return Object.fromEntries(own);
}

/** Numbers and truth values of a text are the texts that stand there: YAML takes `1.10` for 1.1. */
function asText(value: Json, path: Path, { writtenAt }: Reading): Json {
  return typeof value === 'number' || typeof value === 'boolean' ? (writtenAt(path) ?? String(value)) : value;
}

/** Fails for numbers that would become others, at any depth. */
function checkNumbers(value: Json, path: Path, reading: Reading): void {
  if (typeof value === 'number') {
    const written = reading.writtenAt(path) ?? String(value);
    const message = whyLost(value, written);
    if (message !== null) reading.fail(path, message);
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) checkNumbers(one, [...path, index], reading);
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) checkNumbers(one, [...path, key], reading);
  }
}

/** Why a number can't be kept; null when it can. */
function whyLost(value: number, written: string): string | null {
  if (/^[+-]?\.(inf|nan)$/i.test(written)) return `${written} is no number that can be kept.`;
  // Hexadecimal and octal ones are whole.
  return /^0[xo]/.test(written) && Number.isSafeInteger(value) ? null : whyInexact(written);
}

/** Where a picture of front matter is: `./hero.jpg`, or `{ src: ./hero.jpg, alt: … }`; null for anything else. */
export function addressIn(value: Json): string | null {
  if (typeof value === 'string') return value;
  const { src, url } = partsOf(value);
  const address = src ?? url;
  return typeof address === 'string' ? address : null;
}

/** The alternative text that a picture of front matter has within itself; null when there's none. */
export function altIn(value: Json): string | null {
  const { alt } = partsOf(value);
  return typeof alt === 'string' ? alt : null;
}

function partsOf(value: Json): Readonly<Record<string, Json | undefined>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)
    : {};
}

/** A single value counts as a list of one. */
function listOf(value: Json): readonly Json[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value as Json];
}

/** Replaces a file's address by the name of its asset, if there is such a file. */
function fileIn(address: string, path: Path, { nameOf, refuse }: Reading): string {
  const name = nameOf(address);
  if (name !== null || address.startsWith('ast_')) return name ?? address;
  const message = isLocal(address)
    ? `There is no file ${address}.`
    : `${address} isn't a file of this site. Download it, and write where it is.`;
  refuse(path, message);
  return address;
}

/** A date of front matter as 2026-11-21. A day that doesn't exist is left for the API to refuse. */
function dayIn(text: string, path: Path, { refuse }: Reading): string {
  const date = readDate(text);
  if (date && !dayExists(date.day) && /^\d+\/\d+\//.test(text.trim())) {
    refuse(path, `There is no day ${date.day}: "${text}" is read with the month first. Write it as 2026-11-21.`);
  }
  if (date) return date.day;
  refuse(path, `"${text}" isn't a date. It is written as 2026-11-21, or as Nov 21 2026.`);
  return text;
}

/** A moment in ISO 8601; of a day that doesn't exist, one that the API refuses. */
function momentIn(text: string, path: Path, { refuse }: Reading): string {
  const date = readDate(text);
  if (date && !dayExists(date.day)) return `${date.day}T00:00:00Z`;
  const moment = date && momentOf(date);
  if (moment !== null) return moment;
  refuse(path, `"${text}" isn't a time. It is written as 2026-11-21T09:30:00Z, or as Nov 21 2026 09:30.`);
  return text;
}
