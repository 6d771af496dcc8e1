import type { Json } from '../document.ts';
import type { Bounds, FieldKind } from './field-kind.ts';
import type { FieldShape } from './kinds.ts';

export interface ListShape extends Bounds {
  readonly type: 'list';
  readonly of: FieldShape;
}

export const listKind: FieldKind<ListShape> = {
  holds: 'rows',
  isLong: true,
  merge: 'rows',
  nesting: {
    shapes: ({ of }) => [{ step: '[]', shape: of }],
    parts: ({ of }, value) => itemsIn(value).map((item, index) => ({ path: [index], shape: of, value: item })),
    map: ({ of }, value, mapper) => mapItems(value, (item) => mapper.item(of, item)),
  },
  item: ({ of }) => of,
  check(shape, value, path, checking) {
    if (!checking.isList(shape, value, path)) return;
    for (const [index, item] of value.entries()) {
      // A row that was added and not filled in yet: kept in a draft, never published.
      if (item === null) checking.is(!checking.isStrict, [...path, index], checking.messages.emptyItem);
      else checking.value(shape.of, item, [...path, index]);
    }
  },
};

/** The items of a list; none of another value. */
export function itemsIn(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A list with its items replaced, without those that become undefined. Another value stays. */
export function mapItems(value: Json, map: (item: Json) => Json | undefined): Json {
  if (!Array.isArray(value)) return value;
  return value.flatMap((item: Json) => {
    const mapped = map(item);
    return mapped === undefined ? [] : [mapped];
  });
}
