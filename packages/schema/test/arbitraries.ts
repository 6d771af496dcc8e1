import fc from 'fast-check';
import {
  type BlockType,
  type CollectionDocument,
  checkValue,
  diffSchemas,
  FIELD_TYPES,
  type FieldDocument,
  type FieldShape,
  type FieldType,
  type Json,
  MAX_NESTING,
  type Migration,
  parseSchema,
  type Rename,
  type SchemaDocument,
  type SchemaPath,
  SORTABLE_TYPES,
  shapeAt,
  TITLE_TYPES,
  UNIQUE_TYPES,
  type Values,
} from '../src/index.ts';

/**
 * Decisions for a generator, drawn one by one: once they run out each is the first, which is the simplest. As a list of
 * numbers shrinks, so does what is made of them.
 */
export class Draw {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to below `end`. */
  int(end: number): number {
    const number = this.#numbers[this.#next++] ?? 0;
    return end > 0 ? number % end : 0;
  }

  /** A whole number from `least` to `greatest`. */
  between(least: number, greatest: number): number {
    return least + this.int(greatest - least + 1);
  }

  /** True one time in some. */
  chance(times: number): boolean {
    return this.int(times) === times - 1;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Some of the items, in another order. */
  some<Item>(items: readonly Item[], least: number, greatest = items.length): Item[] {
    const left = [...items];
    const count = this.between(least, Math.max(least, Math.min(greatest, items.length)));
    return Array.from({ length: Math.min(count, items.length) }, () => left.splice(this.int(left.length), 1)).flat();
  }
}

/** Draws of at most some decisions. */
export function draws(length = 200): fc.Arbitrary<Draw> {
  return fc
    .array(fc.nat({ max: 0xffff }), { maxLength: length, minLength: 0, size: 'max' })
    .map((numbers) => new Draw(numbers));
}

/** What's generated for a test, from draws of their own so that each shrinks by itself. */
export function drawn<Made>(make: (...all: [Draw, Draw, Draw]) => Made): fc.Arbitrary<Made> {
  return fc.tuple(draws(250), draws(80), draws(250)).map((all) => make(...all));
}

type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Mutable<T[Key]> }
    : T;
type MutableSchema = Mutable<SchemaDocument>;
type Loose = Record<string, unknown>;

/** Keys as people give them, with one that every JavaScript object seems to have. */
const KEYS = ['title', 'body', 'constructor', 'a', 'b', 'seo', 'tags', 'x_1'] as const;
const COLLECTIONS = ['posts', 'authors', 'constructor', 'pages'] as const;
const OPTIONS = ['red', 'Green', 'été', '1', 'true', 'a b', 'constructor'] as const;
/** Patterns in RE2's syntax with texts that match them whole. */
export const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '[a-z]+-\\d{2}': ['ab-12', 'zzz-00'],
  '(?i)[[:alpha:]]{2,9}': ['Hello', 'ab'],
  '\\pL+': ['Größe', '日本語'],
  '(?P<year>\\d{4})(?:-x)?': ['2026', '1999-x'],
  '(a*)*b': ['aaab', 'b'],
};
const DAYS = ['1999-12-31', '2020-02-29', '2026-11-21', '2030-01-01'] as const;
/** Moments in order, though not as text. */
export const MOMENTS = [
  '2020-01-01T09:00:00+10:00',
  '2020-01-01T00:30:00Z',
  '2019-12-31T23:45:00-01:00',
  '2026-11-21T09:30:00.250Z',
  '2026-11-21T01:30:01-08:00',
] as const;
const WORDS = [
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
const JSONS: readonly Json[] = [
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
const DEEPEST = MAX_NESTING - 1;
const LEAVES = FIELD_TYPES.filter((type) => !['object', 'list', 'blocks'].includes(type));

interface Place {
  readonly collections: readonly string[];
  readonly depth: number;
  /** How deep fields may be nested. */
  readonly limit: number;
}

const optional = (draw: Draw, made: () => Loose): Loose => (draw.chance(2) ? made() : {});

function bounds(draw: Draw, least: number, greatest: number): Loose {
  const min = draw.between(least, greatest);
  return {
    ...optional(draw, () => ({ min })),
    ...optional(draw, () => ({ max: draw.between(least < 0 ? min : Math.max(1, min), greatest + 2) })),
  };
}

function typeAt(draw: Draw, { depth, limit }: Place): FieldType {
  if (depth >= limit) return draw.pick(LEAVES);
  // Below the usual depth there's a chain of nested fields, without much beside it.
  if (depth > 2) return draw.pick(['object', 'list', 'blocks'] as const);
  return draw.pick([...LEAVES, 'object', 'list', 'blocks', 'object', 'list', 'blocks'] as const);
}

function shapeOf(draw: Draw, type: FieldType, place: Place): Loose {
  const inner = { ...place, depth: place.depth + 1 };
  const items = (): Loose => (place.depth > 2 ? {} : bounds(draw, 0, 2));
  switch (type) {
    case 'text':
    case 'textarea':
      return { type, ...(draw.chance(3) ? { pattern: draw.pick(Object.keys(PATTERNS)) } : bounds(draw, 1, 6)) };
    case 'markdown':
      return { type, ...bounds(draw, 0, 4), ...optional(draw, () => ({ max: 20 })) };
    case 'richtext':
      return {
        type,
        ...optional(draw, () => ({ allow: draw.some(['bold', 'heading', 'link', 'embed'], 0) })),
        ...optional(draw, () => ({ collections: draw.some(place.collections, 1) })),
      };
    case 'slug':
      return { type, ...(draw.chance(3) ? { pattern: '[a-z]+-\\d{2}' } : optional(draw, () => ({ max: 9 }))) };
    case 'number':
    case 'integer':
      return { type, ...bounds(draw, -3, 9) };
    case 'date':
    case 'datetime': {
      const all = type === 'date' ? DAYS : MOMENTS;
      const from = draw.int(all.length - 1);
      return {
        type,
        ...optional(draw, () => ({ min: all[from] })),
        ...optional(draw, () => ({ max: all[draw.between(from + 1, all.length - 1)] })),
      };
    }
    case 'select':
      return { type, options: optionsOf(draw) };
    case 'multiselect': {
      const options = optionsOf(draw);
      return { type, options, ...bounds(draw, 0, Math.min(2, options.length)) };
    }
    case 'asset':
    case 'assets':
      return {
        type,
        ...optional(draw, () => ({ accept: draw.some(['image/*', 'image/png', 'application/pdf'], 1) })),
        ...(type === 'assets' && bounds(draw, 0, 2)),
      };
    case 'reference':
      return { type, collections: draw.some(place.collections, 1) };
    case 'references':
      return { type, collections: draw.some(place.collections, 1), ...bounds(draw, 0, 2) };
    case 'object':
      return { type, fields: fieldsOf(draw, inner) };
    case 'list':
      return { type, of: shapeOf(draw, typeAt(draw, inner), inner), ...items() };
    case 'blocks':
      return { type, types: keysOf(draw, place.depth > 2 ? 1 : 3).map((key) => blockOf(draw, key, inner)), ...items() };
    default:
      return { type };
  }
}

function optionsOf(draw: Draw): Loose[] {
  return draw.some(OPTIONS, 1, 4).map((value) => ({ value, ...optional(draw, () => ({ label: `Label ${value}` })) }));
}

function blockOf(draw: Draw, key: string, place: Place): Loose {
  return { key, ...optional(draw, () => ({ label: 'A block' })), fields: fieldsOf(draw, place) };
}

function keysOf(draw: Draw, most: number): string[] {
  return draw.some(KEYS, 1, most);
}

function fieldsOf(draw: Draw, place: Place): Loose[] {
  return keysOf(draw, place.depth === 0 ? 6 : place.depth > 2 ? 1 : 3).map((key) => fieldOf(draw, key, place));
}

function fieldOf(draw: Draw, key: string, place: Place): Loose {
  const type = typeAt(draw, place);
  const top = place.depth === 0;
  return {
    key,
    ...shapeOf(draw, type, place),
    ...optional(draw, () => ({ required: draw.chance(2) })),
    ...(top && draw.chance(2) && { localized: draw.chance(2) }),
    ...(top && UNIQUE_TYPES.includes(type) && draw.chance(3) && { unique: true }),
    ...(draw.chance(4) && { label: 'A label' }),
    ...(draw.chance(6) && { help: 'Help.' }),
  };
}

function collectionOf(draw: Draw, key: string, collections: readonly string[]): Loose {
  const limit = draw.pick([2, 1, 3, 10, DEEPEST]);
  const fields = fieldsOf(draw, { collections, depth: 0, limit });
  return { key, fields, ...headOf(draw, fields) };
}

/** What a collection says of its fields. */
function headOf(draw: Draw, fields: readonly Loose[]): Loose {
  const keysOfTypes = (types: readonly string[]): unknown[] =>
    fields.filter(({ type }) => types.includes(String(type))).map(({ key }) => key);
  const titles = [null, ...keysOfTypes(TITLE_TYPES)];
  const orders = keysOfTypes(SORTABLE_TYPES).map((field) => ({ field, direction: draw.pick(['asc', 'desc']) }));
  return {
    title_field: draw.pick(titles),
    order: draw.pick([null, 'manual', ...orders]),
    ...optional(draw, () => ({ singleton: draw.chance(2) })),
    ...(draw.chance(4) && { label: 'Some entries' }),
  };
}

/** Any schema. */
export function makeSchema(draw: Draw): SchemaDocument {
  const keys = draw.some(COLLECTIONS, 1, 3);
  return parsed(withDefaultValues(draw, { format: 1, collections: keys.map((key) => collectionOf(draw, key, keys)) }));
}

/** Gives some of the fields of a schema default values. */
function withDefaultValues(draw: Draw, input: Loose): Loose {
  const { collections } = parsed(input) as MutableSchema;
  for (const { field } of fieldsWithin({ format: 1, collections })) {
    if (draw.chance(8)) field.default = publishValue(draw, field as FieldShape) as Mutable<Json>;
  }
  return { format: 1, collections };
}

/** A schema document in full. @throws Error for one that makes no sense */
export function parsed(input: unknown): SchemaDocument {
  // What isn't given is left out, as JSON does.
  const { schema, issues } = parseSchema(JSON.parse(JSON.stringify(input)));
  if (!schema) throw new Error(`This schema makes no sense: ${JSON.stringify(issues)}`);
  return schema;
}

/** A shape of any type, for fields that stand for themselves. */
export function makeShape(draw: Draw): FieldShape {
  const place = { collections: ['posts'], depth: 0, limit: draw.pick([1, 2, 3]) };
  const field = { key: 'a', ...shapeOf(draw, typeAt(draw, place), place) };
  const [made] = parsed({ format: 1, collections: [{ key: 'posts', fields: [field] }] }).collections[0]?.fields ?? [];
  if (!made) throw new Error('There is no field.');
  const { key: _k, label: _l, required: _r, localized: _z, unique: _u, ...shape } = made;
  return shape;
}

/** A value that says something and may be published. */
export function publishValue(draw: Draw, shape: FieldShape): Json {
  switch (shape.type) {
    case 'text':
    case 'textarea':
      if (shape.pattern !== undefined) return draw.pick(PATTERNS[shape.pattern] ?? ['']);
      return textOf(draw, shape);
    case 'markdown':
      return textOf(draw, shape);
    case 'richtext':
      return richtextOf(draw, shape.allow === undefined);
    case 'slug':
      return draw.pick(shape.pattern === undefined ? ['a', 'word-2', 'größe'] : ['ab-12', 'cd-34']);
    case 'number':
    case 'integer':
      return numberOf(draw, shape);
    case 'boolean':
      return draw.chance(2);
    case 'date':
    case 'datetime': {
      const { min, max } = shape;
      const all: readonly string[] = shape.type === 'date' ? DAYS : MOMENTS;
      const from = min === undefined ? 0 : all.indexOf(min);
      return draw.pick(all.slice(from, max === undefined ? undefined : all.indexOf(max) + 1));
    }
    case 'select':
      return draw.pick(shape.options).value;
    case 'multiselect':
      return draw.some(
        shape.options.map(({ value }) => value),
        Math.max(1, shape.min ?? 0),
        shape.max,
      );
    case 'email':
      return draw.pick(['ada@example.com', 'a.b+c@sub.example.org']);
    case 'url':
      return draw.pick(['https://example.com', 'http://localhost:3000/a?b=c#d']);
    case 'color':
      return draw.pick(['#aabbcc', '#01234567']);
    case 'json':
      return draw.pick(JSONS);
    case 'asset':
      return draw.pick(['ast_1', 'ast_2']);
    case 'assets':
      return draw.some(['ast_1', 'ast_2', 'ast_3', 'ast_4'], Math.max(1, shape.min ?? 0), shape.max);
    case 'reference':
      return draw.pick(['ent_1', 'ent_2']);
    case 'references':
      return draw.some(['ent_1', 'ent_2', 'ent_3', 'ent_4'], Math.max(1, shape.min ?? 0), shape.max);
    case 'object':
      return publishFields(draw, shape.fields);
    case 'list':
      return itemsOf(draw, shape, () => publishValue(draw, shape.of));
    case 'blocks':
      return itemsOf(draw, shape, (index) => {
        const type = draw.pick(shape.types);
        return headOfBlock(draw, type, index, publishFields(draw, type.fields));
      });
  }
}

/** A value of the right type that breaks rules, says nothing, or may be published after all. */
export function draftValue(draw: Draw, shape: FieldShape): Json {
  if (shape.type !== 'object' && draw.chance(2)) return publishValue(draw, shape);
  switch (shape.type) {
    case 'text':
    case 'textarea':
    case 'markdown':
    case 'slug':
    case 'email':
    case 'url':
    case 'color':
      return draw.pick([...WORDS, '', '  ']);
    case 'richtext':
      return draw.chance(4) ? { type: 'doc', content: [] } : richtextOf(draw, true);
    case 'number':
      return draw.pick([0, -7.25, 1e21, 1, 0.1, 1e-7]);
    case 'integer':
      return draw.pick([0, 1, -40, 9007199254740991]);
    case 'date':
      return draw.pick(DAYS);
    case 'datetime':
      return draw.pick([...MOMENTS, '2026-11-21T00:00:00Z']);
    case 'multiselect': {
      const [one = ''] = draw.some(shape.options, 1, 1).map(({ value }) => value);
      return draw.chance(2) ? [] : [one, one];
    }
    case 'assets':
      return draw.pick([[], ['ast_1', 'ast_1', 'ast_2']]);
    case 'references':
      return draw.pick([[], ['ent_1', 'ent_1']]);
    case 'object':
      return draftFields(draw, shape.fields);
    case 'list':
      return Array.from({ length: draw.int(4) }, () => draftValue(draw, shape.of));
    case 'blocks':
      return Array.from({ length: draw.int(4) }, (_, index) => {
        const type = draw.pick(shape.types);
        return headOfBlock(draw, type, index, draftFields(draw, type.fields));
      });
    default:
      return publishValue(draw, shape);
  }
}

/** Values of a collection that may be published. */
export function publishValues(draw: Draw, { fields }: CollectionDocument): Values {
  return publishFields(draw, fields);
}

/** Values that a draft of a collection may have. */
export function draftValues(draw: Draw, { fields }: CollectionDocument): Values {
  return draftFields(draw, fields);
}

/** Drafts of an entry in several locales: fields that aren't localized have the same values in all of them. */
export function draftsOf(draw: Draw, collection: CollectionDocument): Map<string, Values> {
  const shared = collection.fields.filter(({ localized }) => !localized);
  const own = collection.fields.filter(({ localized }) => localized);
  const common = draftFields(draw, shared);
  const locales = draw.some(['en', 'de', 'fr'], 1);
  return new Map(locales.map((locale) => [locale, { ...common, ...draftFields(draw, own) }]));
}

function publishFields(draw: Draw, fields: readonly FieldDocument[]): Values {
  const given = fields.filter(({ required }) => required || !draw.chance(4));
  return Object.fromEntries(given.map((field) => [field.key, publishValue(draw, field)]));
}

function draftFields(draw: Draw, fields: readonly FieldDocument[]): Values {
  const given = fields.filter(() => !draw.chance(4));
  return Object.fromEntries(given.map((field) => [field.key, draw.chance(12) ? null : draftValue(draw, field)]));
}

function headOfBlock(draw: Draw, { key }: BlockType, index: number, values: Values): Values {
  return { _type: key, ...(draw.chance(2) && { _key: `key ${index}` }), ...values };
}

function itemsOf(
  draw: Draw,
  { min = 0, max = 3 }: { min?: number; max?: number },
  item: (index: number) => Json,
): Json {
  const least = Math.max(1, min);
  return Array.from({ length: draw.between(least, Math.max(least, Math.min(max, 3))) }, (_, index) => item(index));
}

function textOf(draw: Draw, { min = 1, max = 20 }: { min?: number; max?: number }): string {
  const length = draw.between(Math.max(1, min), Math.max(1, max));
  return Array.from({ length }, () => draw.pick(['a', 'Z', '7', 'é', '日', '😀', '-'])).join('');
}

function numberOf(draw: Draw, shape: FieldShape & { type: 'number' | 'integer' }): number {
  const { min = -5, max = Math.max(min, 12) } = shape;
  const whole = draw.between(min, Math.max(min, max));
  return shape.type === 'number' && whole < max && draw.chance(3) ? whole + 0.5 : whole;
}

function richtextOf(draw: Draw, anything: boolean): Json {
  const words = draw.pick(['Some words', 'word', '42']);
  const marks = { marks: [{ type: 'link', attrs: { entry: 'ent_9' } }] };
  const text = { type: 'text', text: words, ...(anything && draw.chance(2) && marks) };
  const content: Json[] = [{ type: 'paragraph', content: [text] }];
  if (anything && draw.chance(3)) content.push({ type: 'image', attrs: { asset: 'ast_9' } });
  if (anything && draw.chance(3)) {
    content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Heading' }] });
  }
  return { type: 'doc', content };
}

/** A field as it stands in a document, with its path and the fields beside it. */
interface FieldPlace {
  readonly field: Mutable<FieldDocument>;
  readonly beside: Mutable<FieldDocument>[];
  readonly path: SchemaPath;
  /** How many levels the field is nested. */
  readonly depth: number;
}

/** All fields of a schema at any depth. */
export function fieldsWithin(schema: MutableSchema): FieldPlace[] {
  const ofFields = (fields: Mutable<FieldDocument>[], path: SchemaPath, depth: number): FieldPlace[] =>
    fields.flatMap((field) => {
      const own = [...path, field.key];
      return [{ field, beside: fields, path: own, depth }, ...ofShape(field, own, depth + 1)];
    });
  const ofShape = (shape: Mutable<FieldShape>, path: SchemaPath, depth: number): FieldPlace[] => {
    if (shape.type === 'object') return ofFields(shape.fields, path, depth);
    if (shape.type === 'list') return ofShape(shape.of, [...path, '[]'], depth + 1);
    if (shape.type !== 'blocks') return [];
    return shape.types.flatMap(({ key, fields }) => ofFields(fields, [...path, key], depth));
  };
  return schema.collections.flatMap(({ key, fields }) => ofFields(fields, [key], 0));
}

/** All shapes of a schema: its fields, and what lists hold. */
function shapesWithin(schema: MutableSchema): { shape: Mutable<FieldShape>; depth: number }[] {
  return fieldsWithin(schema).flatMap(({ field, depth }) => {
    const found = [{ shape: field as Mutable<FieldShape>, depth }];
    for (let shape: Mutable<FieldShape> = field; shape.type === 'list'; shape = shape.of) {
      found.push({ shape: shape.of, depth: depth + found.length });
    }
    return found;
  });
}

/** A schema that became another one. */
export interface Edited {
  readonly schema: SchemaDocument;
  readonly renames: readonly Rename[];
}

/** Changes a schema in some places, at any depth. */
export function edit(draw: Draw, before: SchemaDocument): Edited {
  const schema = structuredClone(before) as MutableSchema;
  const originals = new Set<object>([...schema.collections, ...fieldsWithin(schema).map(({ field }) => field)]);
  for (let left = draw.between(1, 4); left > 0; left--) draw.pick(EDITS)(draw, schema, originals);
  return sealed(draw, schema);
}

/** Gives some collections and fields of a schema other names. */
export function renameSome(draw: Draw, before: SchemaDocument): Edited {
  const schema = structuredClone(before) as MutableSchema;
  const originals = new Set<object>([...schema.collections, ...fieldsWithin(schema).map(({ field }) => field)]);
  for (let left = draw.between(1, 5); left > 0; left--) {
    draw.pick([renameField, renameField, renameCollection])(draw, schema, originals);
  }
  return sealed(draw, schema);
}

type Edit = (draw: Draw, schema: MutableSchema, originals: ReadonlySet<object>) => void;

const renameCollection: Edit = (draw, schema, originals) => {
  const collection = draw.pick(schema.collections);
  const key = unused('collection', schema.collections);
  for (const { shape } of shapesWithin(schema)) {
    if (!('collections' in shape) || !shape.collections) continue;
    shape.collections = shape.collections.map((target) => (target === collection.key ? key : target));
  }
  rename(collection, key, originals);
};

const renameField: Edit = (draw, schema, originals) => {
  const { field, beside } = draw.pick(fieldsWithin(schema));
  const old = field.key;
  const key = unused('field', beside);
  for (const other of beside) if (other.type === 'slug' && other.source === old) other.source = key;
  for (const collection of schema.collections) {
    if (collection.fields !== beside) continue;
    if (collection.title_field === old) collection.title_field = key;
    if (isByField(collection.order) && collection.order.field === old) collection.order.field = key;
  }
  rename(field, key, originals);
};

function rename(thing: { key: string; renamed_from?: string }, key: string, originals: ReadonlySet<object>): void {
  if (originals.has(thing)) thing.renamed_from ??= thing.key;
  thing.key = key;
}

function isByField(order: unknown): order is { field: string } {
  return typeof order === 'object' && order !== null;
}

function unused(name: string, beside: readonly { key: string }[]): string {
  const taken = new Set(beside.map(({ key }) => key));
  for (let number = 1; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}

const EDITS: readonly Edit[] = [
  renameField,
  renameCollection,
  function changeType(draw, schema) {
    const { shape, depth } = draw.pick(shapesWithin(schema));
    reshape(draw, schema, shape, depth, draw.pick(depth < DEEPEST ? FIELD_TYPES : LEAVES));
  },
  function changeConstraints(draw, schema) {
    const { shape, depth } = draw.pick(shapesWithin(schema));
    if (!['object', 'list', 'blocks'].includes(shape.type)) reshape(draw, schema, shape, depth, shape.type);
    else if (shape.type !== 'object') Object.assign(shape, { min: undefined, max: undefined }, bounds(draw, 0, 3));
  },
  function removeField(draw, schema) {
    const { field, beside } = draw.pick(fieldsWithin(schema));
    if (beside.length > 1) beside.splice(beside.indexOf(field), 1);
  },
  function addField(draw, schema) {
    const { beside, depth } = draw.pick(fieldsWithin(schema));
    const key = draw.chance(2) ? draw.pick(KEYS) : unused('added', beside);
    if (beside.some((field) => field.key === key)) return;
    const collections = schema.collections.map((collection) => collection.key);
    const added = fieldOf(draw, key, {
      collections,
      depth,
      limit: Math.min(depth + 1, DEEPEST),
    }) as unknown as Mutable<FieldDocument>;
    beside.splice(draw.int(beside.length + 1), 0, added);
  },
  function changeOptions(draw, schema) {
    const found = shapesWithin(schema).flatMap(({ shape }) => ('options' in shape ? [shape] : []));
    if (found.length === 0) return;
    const shape = draw.pick(found);
    const fresh = OPTIONS.filter((value) => !shape.options.some((option) => option.value === value));
    if (draw.chance(2) && shape.options.length > 1) shape.options.splice(draw.int(shape.options.length), 1);
    else if (draw.chance(2)) shape.options.reverse();
    else if (fresh.length > 0) shape.options.push({ value: draw.pick(fresh), label: 'Fresh' });
  },
  function changeBlocks(draw, schema) {
    const found = shapesWithin(schema).flatMap(({ shape }) => (shape.type === 'blocks' ? [shape] : []));
    if (found.length === 0) return;
    const { types } = draw.pick(found);
    const one = draw.pick(types);
    const way = draw.pick(['remove', 'move', 'describe', 'add']);
    if (way === 'remove' && types.length > 1) types.splice(types.indexOf(one), 1);
    else if (way === 'move') types.reverse();
    else if (way === 'describe') one.label = 'Another block';
    else types.push({ ...structuredClone(one), key: unused('block', types) });
  },
  function changeRequired(draw, schema) {
    const { field } = draw.pick(fieldsWithin(schema));
    field.required = !field.required;
  },
  function changeLocalized(draw, schema) {
    const field = draw.pick(draw.pick(schema.collections).fields);
    field.localized = !field.localized;
  },
  function changeUnique(draw, schema) {
    const field = draw.pick(draw.pick(schema.collections).fields);
    field.unique = UNIQUE_TYPES.includes(field.type) && !field.unique;
  },
  function changeHead(draw, schema) {
    const collection = draw.pick(schema.collections);
    Object.assign(collection, headOf(draw, collection.fields as unknown as Loose[]));
  },
  function changeWords(draw, schema) {
    const { field } = draw.pick(fieldsWithin(schema));
    const what = draw.pick(['help', 'label', 'default']);
    if (what === 'help') field.help = 'Other help.';
    else if (what === 'label') field.label = 'Other label';
    else field.default = publishValue(draw, field as FieldShape) as Mutable<Json>;
  },
  function moveField(draw, schema) {
    const { beside } = draw.pick(fieldsWithin(schema));
    beside.reverse();
  },
  function changeCollections(draw, schema) {
    const keys = schema.collections.map(({ key }) => key);
    if (draw.chance(2) && keys.length > 1) schema.collections.splice(draw.int(keys.length), 1);
    else if (draw.chance(2)) schema.collections.reverse();
    else {
      const key = unused('added', schema.collections);
      schema.collections.push(collectionOf(draw, key, keys) as unknown as Mutable<CollectionDocument>);
    }
  },
];

const BASE = ['key', 'label', 'help', 'required', 'localized', 'unique', 'renamed_from'];

/** Puts another shape in a shape's place. */
function reshape(draw: Draw, schema: MutableSchema, shape: Mutable<FieldShape>, depth: number, type: FieldType): void {
  const target = shape as unknown as Loose;
  for (const key of Object.keys(target)) if (!BASE.includes(key)) delete target[key];
  const collections = schema.collections.map(({ key }) => key);
  Object.assign(target, shapeOf(draw, type, { collections, depth, limit: depth + 1 }));
  if (!UNIQUE_TYPES.includes(type)) delete target.unique;
}

/** Mends what an edit left without its counterpart, and turns some of the old names into renames that are asked for. */
function sealed(draw: Draw, schema: MutableSchema): Edited {
  const keys = schema.collections.map(({ key }) => key);
  for (const { shape } of shapesWithin(schema)) {
    if (!('collections' in shape) || !shape.collections) continue;
    const left = shape.collections.filter((key) => keys.includes(key));
    shape.collections = left.length > 0 ? left : keys.slice(0, 1);
  }
  for (const collection of schema.collections) {
    const typeOf = (key: string | null) => collection.fields.find((field) => field.key === key)?.type ?? 'json';
    if (!TITLE_TYPES.includes(typeOf(collection.title_field))) collection.title_field = null;
    if (isByField(collection.order) && !SORTABLE_TYPES.includes(typeOf(collection.order.field)))
      collection.order = null;
  }
  const renames: Rename[] = [];
  for (const { field, beside, path } of fieldsWithin(schema)) {
    if (field.type === 'slug' && !beside.some(({ key }) => key === field.source)) delete field.source;
    const initial = field.default as Json | undefined;
    if (initial !== undefined && checkValue(field as FieldShape, initial, 'publish').length > 0) delete field.default;
    if (field.renamed_from === undefined || !draw.chance(2)) continue;
    renames.push({ kind: 'field', path, from: field.renamed_from });
    delete field.renamed_from;
  }
  for (const collection of schema.collections) {
    if (collection.renamed_from === undefined || !draw.chance(2)) continue;
    renames.push({ kind: 'collection', from: collection.renamed_from, to: collection.key });
    delete collection.renamed_from;
  }
  return { schema: parsed(schema), renames };
}

/** Migrations for some of the changes between two schemas. */
export function migrationsFor(draw: Draw, before: SchemaDocument, { schema, renames }: Edited): Migration[] {
  const { changes } = diffSchemas(before, schema, { renames }).diff;
  return changes.flatMap(({ kind, path }): Migration[] => {
    const shape = shapeAt(schema, path);
    if (!shape || draw.chance(2)) return [];
    switch (kind) {
      case 'field.type_changed':
        return [{ kind: draw.pick(['convert', 'drop'] as const), path }];
      case 'field.options_removed': {
        const known = 'options' in shape ? shape.options.map(({ value }) => value) : [];
        const gone = OPTIONS.filter((value) => !known.includes(value));
        const options = Object.fromEntries(gone.map((value) => [value, draw.pick([null, ...known])]));
        return [{ kind: 'map_options', path, options }];
      }
      case 'field.added':
      case 'field.required':
      case 'field.shared':
        return [{ kind: 'set_default', path, value: publishValue(draw, shape) }];
      default:
        return [];
    }
  });
}
