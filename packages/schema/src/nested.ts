import type { FieldDocument, FieldShape, Json, Values } from './document.ts';
import type { ValuePart } from './field-types/field-kind.ts';
import { fieldKind } from './field-types/kinds.ts';

/** The parts of a value that other fields describe, in objects, lists and blocks; null for a value of another type. */
export function partsOf(shape: FieldShape, value: Json): readonly ValuePart[] | null {
  return fieldKind(shape.type).nesting?.parts(shape, value) ?? null;
}

/**
 * A value whose inner values are replaced, in objects, lists and blocks. Values that don't fit their shape stay as they are.
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
  const { nesting } = fieldKind(shape.type);
  if (!nesting) return leaf(shape, value);
  return nesting.map(shape, value, { fields, item: (of, item) => mapNested(of, item, fields, leaf) });
}
