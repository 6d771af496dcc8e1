import { type FieldDocument, type FieldShape, isObject, type Json, type Values } from '@stele/schema';

/** What stands in place of a value that is no object of fields and no list; undefined leaves it out. */
type MapLeaf = (shape: FieldShape, value: Json) => Json | undefined;

/** Values with each leaf of known fields replaced, at any depth. What no field describes stays. */
export function mapLeaves(fields: readonly FieldDocument[], values: Values, map: MapLeaf): Values {
  const mapped: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((candidate) => candidate.key === key);
    const result = field && value !== null ? mapShape(field, value, map) : value;
    if (result !== undefined) mapped[key] = result;
  }
  return mapped;
}

function mapShape(shape: FieldShape, value: Json, map: MapLeaf): Json | undefined {
  switch (shape.type) {
    case 'object':
      return isObject(value) ? mapLeaves(shape.fields, value, map) : value;
    case 'list':
      return mapItems(value, (item) => mapShape(shape.of, item, map));
    case 'blocks':
      return mapItems(value, (block) => {
        const type = isObject(block) ? shape.types.find(({ key }) => key === block._type) : undefined;
        return type && isObject(block) ? mapLeaves(type.fields, block, map) : block;
      });
    default:
      return map(shape, value);
  }
}

/** A list with its items replaced, without those that become undefined; what is no list stays. */
export function mapItems(value: Json, map: (item: Json) => Json | undefined): Json {
  if (!Array.isArray(value)) return value;
  return value.flatMap((item: Json) => {
    const mapped = map(item);
    return mapped === undefined ? [] : [mapped];
  });
}
