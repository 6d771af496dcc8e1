import { FIELD_TYPES, type Json, MAX_NESTING, type SchemaDocument } from '../../src/index.ts';

export type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
export type MutableSchema = Mutable<SchemaDocument>;
export type Loose = Record<string, unknown>;

/** Keys as people give them, with one that every JavaScript object seems to have. */
export const KEYS = ['title', 'body', 'constructor', 'a', 'b', 'seo', 'tags', 'x_1'] as const;
export const COLLECTIONS = ['posts', 'authors', 'constructor', 'pages'] as const;
export const OPTIONS = ['red', 'Green', 'été', '1', 'true', 'a b', 'constructor'] as const;
/** Patterns in RE2's syntax with texts that match them whole. */
export const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '[a-z]+-\\d{2}': ['ab-12', 'zzz-00'],
  '(?i)[[:alpha:]]{2,9}': ['Hello', 'ab'],
  '\\pL+': ['Größe', '日本語'],
  '(?P<year>\\d{4})(?:-x)?': ['2026', '1999-x'],
  '(a*)*b': ['aaab', 'b'],
};
export const DAYS = ['1999-12-31', '2020-02-29', '2026-11-21', '2030-01-01'] as const;
/** Moments in order, though not as text. */
export const MOMENTS = [
  '2020-01-01T09:00:00+10:00',
  '2020-01-01T00:30:00Z',
  '2019-12-31T23:45:00-01:00',
  '2026-11-21T09:30:00.250Z',
  '2026-11-21T01:30:01-08:00',
] as const;
export const WORDS = [
  'word',
  'Zoë',
  '42',
  'true',
  '2026-11-21',
  '3.5',
  'x y',
  'a\n\nb',
  '😀',
  '-7',
  'red',
  '0',
  'https://a.b/c',
];
export const JSONS: readonly Json[] = [
  { deep: [1, { constructor: 'x' }] },
  'text',
  7,
  false,
  [1, 'two', [3]],
  ['red', '1'],
  {},
  { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'json' }] }] },
];

/** The deepest level that a field may be nested at. */
export const DEEPEST = MAX_NESTING - 1;
export const LEAVES = FIELD_TYPES.filter((type) => !['object', 'list', 'blocks'].includes(type));
