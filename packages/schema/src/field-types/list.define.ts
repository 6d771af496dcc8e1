import { checkItem } from '../check-arguments.ts';
import { publishItems } from '../content.ts';
import { shapeOf } from '../document.ts';
import type { DraftValue, Field, FieldOptions, PublishedValue } from '../fields.ts';
import { listOf } from '../source/type-text.ts';
import { declared } from './builder.ts';
import { bounds } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { ListShape } from './list.ts';

export const listDefinition: FieldDefinition<ListShape> = {
  constraints: ({ item }) => ({ of: item, ...bounds }),
  inner: 'item',
  normalise: (shape, normalising) => ({ ...shape, of: normalising.shape(shape.of) }),
  checkSense: (shape, path, sensing) => sensing.shape(shape.of, [...path, 'of']),
  apart: ['of'],
  compare(was, now, path, comparing) {
    const of = comparing.shape(was.of, now.of, [...path, '[]']);
    return of.kind === 'keep' ? null : { kind: 'list', of };
  },
  hasUntypedDefault: true,
  config: (shape, writing) => writing.call('list', ['of'], [writing.shape(shape.of)]),
  published: (shape, writing) => listOf(writing.type(shape.of), writing.isCompound(shape.of)),
  isCompound: () => true,
  publish: (shape, value, publishing, path) =>
    publishItems(value, path, (item, at) => publishing.value(shape.of, item, at)),
};

/** Values of one kind in an order. Of the field that describes them only type and constraints count. */
export function list<
  const Item extends Field<unknown, unknown, boolean, false>,
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(of: Item, options?: O) {
  checkItem(of);
  return declared<readonly DraftValue<Item>[], readonly PublishedValue<Item>[], O>(
    { type: 'list', of: shapeOf(of.document) },
    options,
  );
}
