import type { FieldDocument, FieldType, SchemaDocument } from '@stele/schema';
import type { ListedEntry } from './list-columns.tsx';

/** Types of fields that can be set to one value in several entries. */
const TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
  'text',
  'textarea',
  'email',
  'url',
  'color',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'reference',
  'references',
  'asset',
]);

/** The fields that can be changed in some entries together; none when these aren't of one collection. */
export function fieldsToChange(schema: SchemaDocument | null, rows: readonly ListedEntry[]): readonly FieldDocument[] {
  const [key, ...others] = new Set(rows.map((row) => row.collection_key));
  const collection = others.length === 0 ? schema?.collections.find((one) => one.key === key) : undefined;
  return collection?.fields.filter((field) => TYPES.has(field.type) && !('unique' in field && field.unique)) ?? [];
}
