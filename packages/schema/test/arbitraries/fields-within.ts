import type { FieldDocument, FieldShape, SchemaPath } from '../../src/index.ts';
import type { Mutable, MutableSchema } from './words.ts';

/** A field as it stands in a document, with its path and the fields beside it. */
interface FieldLocation {
  readonly field: Mutable<FieldDocument>;
  readonly beside: Mutable<FieldDocument>[];
  readonly path: SchemaPath;
  /** How many levels the field is nested. */
  readonly depth: number;
}

/** All fields of a schema at any depth. */
export function fieldsWithin(schema: MutableSchema): FieldLocation[] {
  const ofFields = (fields: Mutable<FieldDocument>[], path: SchemaPath, depth: number): FieldLocation[] =>
    fields.flatMap((field) => {
      const own = [...path, field.key];
      return [{ field, beside: fields, path: own, depth }, ...ofShape(field, own, depth + 1)];
    });
  const ofShape = (shape: Mutable<FieldShape>, path: SchemaPath, depth: number): FieldLocation[] => {
    if (shape.type === 'object') return ofFields(shape.fields, path, depth);
    if (shape.type === 'list') return ofShape(shape.of, [...path, '[]'], depth + 1);
    if (shape.type !== 'blocks') return [];
    return shape.types.flatMap(({ key, fields }) => ofFields(fields, [...path, key], depth));
  };
  return schema.collections.flatMap(({ key, fields }) => ofFields(fields, [key], 0));
}

/** All shapes of a schema: its fields, and what lists hold. */
export function shapesWithin(schema: MutableSchema): { shape: Mutable<FieldShape>; depth: number }[] {
  return fieldsWithin(schema).flatMap(({ field, depth }) => {
    const found = [{ shape: field as Mutable<FieldShape>, depth }];
    for (let shape: Mutable<FieldShape> = field; shape.type === 'list'; shape = shape.of) {
      found.push({ shape: shape.of, depth: depth + found.length });
    }
    return found;
  });
}
