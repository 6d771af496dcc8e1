import {
  type FieldDocument,
  type FieldShape,
  fieldKind,
  type Rename,
  type SchemaDocument,
  type SchemaPath,
} from '@stele/schema';

/** The renames that a config declares by `renamed_from`, of collections and of fields at any depth. */
export function declaredRenames(schema: SchemaDocument): readonly Rename[] {
  return schema.collections.flatMap(({ key, renamed_from: former, fields }): Rename[] => [
    ...(former === undefined ? [] : [{ kind: 'collection', from: former, to: key } as const]),
    ...ofFields(fields, [key]),
  ]);
}

function ofFields(fields: readonly FieldDocument[], place: SchemaPath): Rename[] {
  return fields.flatMap((field) => {
    const path = [...place, field.key];
    const own: Rename[] = field.renamed_from === undefined ? [] : [{ kind: 'field', path, from: field.renamed_from }];
    return [...own, ...within(field, path)];
  });
}

function within(shape: FieldShape, path: SchemaPath): Rename[] {
  const inner = fieldKind(shape.type).nesting?.shapes(shape) ?? [];
  return inner.flatMap((one) => {
    const place = one.step === null ? path : [...path, one.step];
    return 'fields' in one ? ofFields(one.fields, place) : within(one.shape, place);
  });
}
