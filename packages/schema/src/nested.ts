import type { BlockType, FieldDocument, FieldShape, Json, ShapeOf, Values } from './document.ts';
import { isObject } from './own-value.ts';

/** The kind of a block, by its `_type`; undefined for an unknown one. */
export function blockTypeOf({ types }: ShapeOf<'blocks'>, block: Json): BlockType | undefined {
  return isObject(block) ? types.find(({ key }) => key === block._type) : undefined;
}

/** The parts of a block that identify it. */
export function blockHead({ _type, _key }: Values): Values {
  return { ...(_type !== undefined && { _type }), ...(_key !== undefined && { _key }) };
}

/**
 * A value with what is within it replaced, in objects, lists and blocks. What doesn't fit its shape stays as it is.
 *
 * @param fields replaces the values of an object or a block
 * @param leaf replaces what is neither an object of fields nor a list, also in lists; undefined leaves it out
 */
export function mapNested(
  shape: FieldShape,
  value: Json,
  fields: (fields: readonly FieldDocument[], values: Values) => Values,
  leaf: (shape: FieldShape, value: Json) => Json | undefined = (_shape, own) => own,
): Json | undefined {
  switch (shape.type) {
    case 'object':
      return isObject(value) ? fields(shape.fields, value) : value;
    case 'list':
      return mapItems(value, (item) => mapNested(shape.of, item, fields, leaf));
    case 'blocks':
      return mapItems(value, (block) => {
        const type = blockTypeOf(shape, block);
        return type && isObject(block) ? { ...blockHead(block), ...fields(type.fields, block) } : block;
      });
    default:
      return leaf(shape, value);
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
