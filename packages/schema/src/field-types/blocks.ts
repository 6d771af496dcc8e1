import type { BlockType, Json, Values } from '../document.ts';
import type { Path } from '../issues.ts';
import { isObject } from '../own-value.ts';
import type { Bounds, Checking, FieldKind } from './field-kind.ts';
import { itemsIn, mapItems } from './list.ts';

export interface BlocksShape extends Bounds {
  readonly type: 'blocks';
  readonly types: readonly BlockType[];
}

export const blocksKind: FieldKind<BlocksShape> = {
  holds: 'rows',
  isLong: true,
  merge: 'rows',
  nesting: {
    shapes: ({ types }) => types.map(({ key, fields }) => ({ step: key, fields })),
    parts: (shape, value) =>
      itemsIn(value).flatMap((block, index) => {
        const type = blockTypeOf(shape, block);
        return type && isObject(block)
          ? [{ path: [index], fields: type.fields, values: block, label: type.label }]
          : [];
      }),
    map: (shape, value, mapper) =>
      mapItems(value, (block) => {
        if (!isObject(block)) return block;
        const type = blockTypeOf(shape, block);
        if (!type) return mapper.unknown ? mapper.unknown(block) : block;
        const { _type, _key, ...values } = block;
        return { ...blockHead(block), ...mapper.fields(type.fields, values, type.key) };
      }),
  },
  check(shape, value, path, checking) {
    if (!checking.isList(shape, value, path)) return;
    for (const [index, item] of value.entries()) checkBlock(shape, item, [...path, index], checking);
    checkKeys(value, path, checking);
  },
};

/** The kind of a block, by its `_type`; undefined for an unknown one. */
export function blockTypeOf({ types }: BlocksShape, block: Json): BlockType | undefined {
  return isObject(block) ? types.find(({ key }) => key === block._type) : undefined;
}

/** The parts of a block that identify it. */
export function blockHead({ _type, _key }: Values): Values {
  return { ...(_type !== undefined && { _type }), ...(_key !== undefined && { _key }) };
}

function checkBlock(shape: BlocksShape, value: Json, path: Path, checking: Checking): void {
  if (!checking.isObject(value, path)) return;
  const type = blockTypeOf(shape, value);
  if (!type) {
    checking.say([...path, '_type'], checking.messages.blockType(shape.types.map(({ key }) => key)));
    return;
  }
  const { _key: key } = value;
  if (key !== undefined && !(typeof key === 'string' && key.length > 0 && key.length <= 64)) {
    checking.say([...path, '_key'], checking.messages.blockKey);
  }
  checking.fields(type.fields, value, path, ['_type', '_key']);
}

function checkKeys(blocks: readonly Json[], path: Path, checking: Checking): void {
  const seen = new Set<Json>();
  for (const [index, block] of blocks.entries()) {
    const key = isObject(block) ? block._key : undefined;
    if (key === undefined) continue;
    if (seen.has(key)) checking.say([...path, index, '_key'], checking.messages.repeatedBlockKey);
    seen.add(key);
  }
}
