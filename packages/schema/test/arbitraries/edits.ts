import {
  type CollectionDocument,
  checkValue,
  diffSchemas,
  FIELD_TYPES,
  type FieldDocument,
  type FieldShape,
  type FieldType,
  type Json,
  type Migration,
  type Rename,
  type SchemaDocument,
  SORTABLE_TYPES,
  shapeAt,
  TITLE_TYPES,
  UNIQUE_TYPES,
} from '../../src/index.ts';
import type { Draw } from './draw.ts';
import { fieldsWithin, shapesWithin } from './fields-within.ts';
import { bounds, collectionOf, fieldOf, headOf, parsed, shapeOf } from './schemas.ts';
import { publishValue } from './values.ts';
import { DEEPEST, KEYS, LEAVES, type Loose, type Mutable, type MutableSchema, OPTIONS } from './words.ts';

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
    const what = draw.pick(['help', 'group', 'label', 'default']);
    if (what === 'help') field.help = 'Other help.';
    else if (what === 'group') field.group = 'Other group';
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

const BASE = ['key', 'label', 'help', 'group', 'required', 'localized', 'unique', 'renamed_from'];

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
