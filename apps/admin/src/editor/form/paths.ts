import type { FieldDocument, FieldShape, Json } from '@stele/schema';

/** Path of a value in its locale: field keys and indexes, separated by dots, as in `sections.2.heading`. */
export type FieldPath = string;

/** Keys and indexes that lead to a part of a value, as in `['content', 2, 'content', 0]`. */
export type ValuePath = readonly (string | number)[];

/** Every field that is drawn asks for its path at each key: so many are remembered. */
const MOST_KNOWN = 20_000;
const known = new Map<FieldPath, readonly (string | number)[]>();

/** The parts of a path; indexes as numbers. */
export function partsOf(path: FieldPath): readonly (string | number)[] {
  const found = known.get(path);
  if (found) return found;
  const parts = path === '' ? [] : path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(path, parts);
  return parts;
}

/** A path within a path. */
export function within(path: FieldPath, part: string | number): FieldPath {
  return path === '' ? String(part) : `${path}.${part}`;
}

/** Whether a path is another one, or within it. */
export function isWithin(path: FieldPath, outer: FieldPath): boolean {
  return path === outer || outer === '' || path.startsWith(`${outer}.`);
}

/** The value at a path; undefined where there's none. */
export function valueAt(root: Json | undefined, path: FieldPath): Json | undefined {
  let value = root;
  for (const part of partsOf(path)) value = childOf(value, part);
  return value;
}

/**
 * Replaces the value at a path; objects off the path stay the same. Null removes a field; an object that has no field left is
 * removed too, unless it's an item of a list.
 */
export function withValueAt(root: Json | undefined, path: FieldPath, value: Json): Json {
  return replace(root, partsOf(path), value, false);
}

function replace(root: Json | undefined, parts: readonly (string | number)[], value: Json, isItem: boolean): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  const next = replace(childOf(root, part), rest, value, typeof part === 'number');
  if (typeof part === 'number') {
    const items = Array.isArray(root) ? [...root] : [];
    items[part] = next;
    return items;
  }
  const { [part]: _before, ...others } = (isFields(root) ? root : {}) as Record<string, Json>;
  if (next !== null) return { ...(isFields(root) ? root : {}), [part]: next };
  return Object.keys(others).length === 0 && !isItem && parts.length > 0 ? null : others;
}

/** A part of an object or a list; undefined where it has none. */
export function childOf(value: Json | undefined, part: string | number): Json | undefined {
  if (typeof part === 'number') return Array.isArray(value) ? value[part] : undefined;
  return isFields(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

function isFields(value: Json | undefined): value is Record<string, Json> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * The path of the control that shows the value at a path: the path itself, or that of the field whose value
 * holds it, such as rich text.
 */
export function controlPath(
  fields: readonly FieldDocument[],
  parts: readonly (string | number)[],
  values: Json | undefined,
): FieldPath {
  const [key, ...rest] = parts;
  const field = fields.find((one) => one.key === key);
  if (!field) return '';
  return shapePath(field, rest, valueAt(values, field.key), field.key);
}

function shapePath(
  shape: FieldShape,
  parts: readonly (string | number)[],
  value: Json | undefined,
  path: FieldPath,
): FieldPath {
  const [part, ...rest] = parts;
  if (part === undefined) return path;
  const fieldsOf = (fields: readonly FieldDocument[], at: FieldPath, own: Json | undefined, left: typeof parts) => {
    const inner = controlPath(fields, left, own);
    return inner === '' ? at : within(at, inner);
  };
  if (shape.type === 'object') return fieldsOf(shape.fields, path, value, parts);
  if (typeof part !== 'number') return path;
  const item = childOf(value, part);
  const at = within(path, part);
  if (shape.type === 'list') return shapePath(shape.of, rest, item, at);
  if (shape.type === 'blocks') {
    const type = shape.types.find((one) => one.key === childOf(item, '_type'));
    return type && rest.length > 0 ? fieldsOf(type.fields, at, item, rest) : at;
  }
  return path;
}

/** A part of a path on the way to a value. */
interface Step {
  readonly part: string | number;
  /** Path of what holds it. */
  readonly holder: FieldPath;
  /** The shape of the value there; undefined where the schema knows none. */
  readonly shape: FieldShape | undefined;
}

/** The parts of a path, outermost first, each with its shape. */
function stepsTo(fields: readonly FieldDocument[], path: FieldPath, values: Json | undefined): readonly Step[] {
  let shape: FieldShape | undefined;
  let own = fields;
  let value = values;
  let at: FieldPath = '';
  return partsOf(path).map((part) => {
    value = childOf(value, part);
    if (typeof part === 'string') shape = own.find(({ key }) => key === part);
    else if (shape?.type === 'list') shape = shape.of;
    if (shape?.type === 'object') own = shape.fields;
    else if (shape?.type === 'blocks' && typeof part === 'number') {
      const type = childOf(value, '_type');
      own = shape.types.find(({ key }) => key === type)?.fields ?? [];
    }
    const holder = at;
    at = within(at, part);
    return { part, holder, shape };
  });
}

/** The shape of the value at a path; undefined where the schema knows none. */
export function fieldAt(
  fields: readonly FieldDocument[],
  path: FieldPath,
  values: Json | undefined,
): FieldShape | undefined {
  return stepsTo(fields, path, values).at(-1)?.shape;
}

/** The fields on the way to a path, outermost first, each with the path of the object or row that holds it. */
export function fieldsTo(fields: readonly FieldDocument[], path: FieldPath, values: Json | undefined) {
  return stepsTo(fields, path, values).flatMap(({ part, holder, shape }) =>
    typeof part === 'string' && shape ? [{ holder, field: shape as FieldDocument }] : [],
  );
}

/** Name of a control: the labels on the way to it, outermost first; rows by their number, counted from 1. */
export function labelsAt(
  fields: readonly FieldDocument[],
  path: FieldPath,
  values: Json | undefined,
): readonly (string | number)[] {
  return stepsTo(fields, path, values).map(({ part, shape }) =>
    typeof part === 'number' ? part + 1 : ((shape as FieldDocument | undefined)?.label ?? part),
  );
}
