import type { FieldDocument, SchemaDocument } from '@stele/schema';
import { viewOf } from '@/field-types/views.ts';
import type { ListedEntry } from './list-columns.tsx';

/** The fields that can be changed in some entries together; none when these aren't of one collection. */
export function fieldsToChange(schema: SchemaDocument | null, rows: readonly ListedEntry[]): readonly FieldDocument[] {
  const [key, ...others] = new Set(rows.map((row) => row.collection_key));
  const collection = others.length === 0 ? schema?.collections.find((one) => one.key === key) : undefined;
  return (
    collection?.fields.filter((field) => viewOf(field.type).isSetTogether && !('unique' in field && field.unique)) ?? []
  );
}
