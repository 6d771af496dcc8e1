import type { FieldDocument, Rename, SchemaDocument } from '@stele/schema';

/** The renames that a config declares by `renamed_from`, of collections and of the fields right in them. */
export function declaredRenames(schema: SchemaDocument): readonly Rename[] {
  return schema.collections.flatMap(({ key, renamed_from: former, fields }): Rename[] => [
    ...(former === undefined ? [] : [{ kind: 'collection', from: former, to: key } as const]),
    ...fields.flatMap((field: FieldDocument): Rename[] =>
      field.renamed_from === undefined ? [] : [{ kind: 'field', path: [key, field.key], from: field.renamed_from }],
    ),
  ]);
}
