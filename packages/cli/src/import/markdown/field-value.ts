import type { FieldShape, Json } from '@stele/schema';

/** What takes the place of a file's address in a field: the name of an asset, or the address itself when there's no such file. */
export type NameOfFile = (address: string) => string;

/** Fields that hold an empty text as it is; in others it says that there's nothing. */
const TEXTS: ReadonlySet<FieldShape['type']> = new Set(['text', 'textarea', 'markdown', 'json']);

/** A value of front matter as a field takes it. What fits no field is left as it is: the server says what is wrong with it. */
export function fieldValue(shape: FieldShape, value: Json, nameOf: NameOfFile): Json {
  if (typeof value === 'string' && value.trim() === '' && !TEXTS.has(shape.type)) return null;
  switch (shape.type) {
    case 'text':
    case 'textarea':
    case 'markdown':
    case 'slug':
    case 'select':
    case 'url':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'date':
      return typeof value === 'string' ? dayOf(value) : value;
    case 'datetime':
      return typeof value === 'string' ? momentOf(value) : value;
    case 'asset':
      return typeof value === 'string' ? nameOf(value) : value;
    case 'assets':
      return listOf(value).map((one) => (typeof one === 'string' ? nameOf(one) : one));
    case 'multiselect':
      return listOf(value).map((one) => (typeof one === 'number' ? String(one) : one));
    case 'list':
      return listOf(value).map((one) => fieldValue(shape.of, one, nameOf));
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const known = new Map(shape.fields.map((field) => [field.key, field]));
      const own = Object.entries(value).map(([key, one]): [string, Json] => {
        const field = known.get(key);
        return [key, field ? fieldValue(field, one as Json, nameOf) : (one as Json)];
      });
      return Object.fromEntries(own);
    }
    default:
      return value;
  }
}

/** One value stands for a list of one. */
function listOf(value: Json): readonly Json[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value as Json];
}

/** A day as 2026-11-21, of what front matter says it as: `2026-11-21T09:30:00Z`, `Nov 21 2026`. */
function dayOf(text: string): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  if (iso) return `${iso[1]}-${iso[2]?.padStart(2, '0')}-${iso[3]?.padStart(2, '0')}`;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  // A day without a time zone is read as the local one.
  const digits = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;
}

/** A moment in ISO 8601; a day is its first moment in UTC, and a time without an offset is one of UTC. */
function momentOf(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(text) ?? [];
  const isDay = !/\d:\d{2}/.test(text);
  const date = new Date(isDay ? `${dayOf(text)}T00:00Z` : day === undefined ? text : `${day}T${time}Z`);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
