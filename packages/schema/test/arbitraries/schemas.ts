import {
  type FieldShape,
  type FieldType,
  type Json,
  parseSchema,
  type SchemaDocument,
  SORTABLE_TYPES,
  TITLE_TYPES,
  UNIQUE_TYPES,
} from '../../src/index.ts';
import type { Draw } from './draw.ts';
import { fieldsWithin } from './fields-within.ts';
import { publishValue } from './values.ts';
import {
  COLLECTIONS,
  DAYS,
  DEEPEST,
  KEYS,
  LEAVES,
  type Loose,
  MOMENTS,
  type Mutable,
  type MutableSchema,
  OPTIONS,
  PATTERNS,
} from './words.ts';

interface Place {
  readonly collections: readonly string[];
  readonly depth: number;
  /** How deep fields may be nested. */
  readonly limit: number;
}

const optional = (draw: Draw, made: () => Loose): Loose => (draw.chance(2) ? made() : {});

export function bounds(draw: Draw, least: number, greatest: number): Loose {
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

export function shapeOf(draw: Draw, type: FieldType, place: Place): Loose {
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
      return draw.chance(3)
        ? { type, pattern: '[a-z]+-\\d{2}' }
        : { type, ...optional(draw, () => ({ path: true })), ...optional(draw, () => ({ max: 9 })) };
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
    case 'code':
      return {
        type,
        ...optional(draw, () => ({ languages: draw.some(['ts', 'html', 'sql'], 1) })),
        ...bounds(draw, 0, 6),
      };
    case 'video':
      return { type, ...optional(draw, () => ({ providers: draw.some(['youtube', 'vimeo'], 1) })) };
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
  return draw.some(OPTIONS, 1, 4).map((value) => ({
    value,
    ...optional(draw, () => ({ label: `Label ${value}` })),
    ...(draw.chance(6) && { translations: { de: { label: `Name ${value}` } } }),
  }));
}

function blockOf(draw: Draw, key: string, place: Place): Loose {
  const translations = { 'pt-BR': { label: 'Um bloco', help: 'Para textos' } };
  return {
    key,
    ...optional(draw, () => ({ label: 'A block' })),
    ...(draw.chance(6) && { help: 'For texts', icon: 'quote', picture: 'https://example.org/block.png' }),
    ...(draw.chance(6) && { translations }),
    fields: fieldsOf(draw, place),
  };
}

function keysOf(draw: Draw, most: number): string[] {
  return draw.some(KEYS, 1, most);
}

function fieldsOf(draw: Draw, place: Place): Loose[] {
  return keysOf(draw, place.depth === 0 ? 6 : place.depth > 2 ? 1 : 3).map((key) => fieldOf(draw, key, place));
}

export function fieldOf(draw: Draw, key: string, place: Place): Loose {
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
    ...(draw.chance(6) && { group: draw.pick(['Social', 'SEO']) }),
    ...(draw.chance(6) && { translations: { de: { label: 'Ein Feld', help: 'Hilfe.' } } }),
  };
}

export function collectionOf(draw: Draw, key: string, collections: readonly string[]): Loose {
  const limit = draw.pick([2, 1, 3, 10, DEEPEST]);
  const fields = fieldsOf(draw, { collections, depth: 0, limit });
  return { key, fields, ...headOf(draw, fields) };
}

/** The head of a collection: its properties besides fields. */
export function headOf(draw: Draw, fields: readonly Loose[]): Loose {
  const keysOfTypes = (types: readonly string[]): unknown[] =>
    fields.filter(({ type }) => types.includes(String(type))).map(({ key }) => key);
  const titles = [null, ...keysOfTypes(TITLE_TYPES)];
  const orders = keysOfTypes(SORTABLE_TYPES).map((field) => ({ field, direction: draw.pick(['asc', 'desc']) }));
  return {
    title_field: draw.pick(titles),
    order: draw.pick([null, 'manual', ...orders]),
    ...optional(draw, () => ({ singleton: draw.chance(2) })),
    ...(draw.chance(4) && { label: 'Some entries' }),
    ...(draw.chance(4) && { translations: { de: { label: 'Einträge', group: 'Seiten' } } }),
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
  // Undefined properties are left out, as JSON does.
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
