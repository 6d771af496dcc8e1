import type { CollectionDocument, FieldDocument } from '@stele/schema';
import { rowKinds } from '@/values/row-kinds.ts';

/** A form of so many fields is seen at a glance. */
const FEW_FIELDS = 8;

/** Whether the form of a collection is long enough for an outline. */
export function isLongForm({ fields }: CollectionDocument): boolean {
  return fields.length > FEW_FIELDS || fields.some(({ type }) => type === 'blocks');
}

/** A field with rows that have fields of their own. */
export type RowsField = FieldDocument & { readonly type: 'list' | 'blocks' };

/** Whether a field holds rows that have fields of their own: blocks, or a list of objects. */
export function hasRows(field: FieldDocument): field is RowsField {
  return (field.type === 'blocks' || field.type === 'list') && rowKinds(field).some(({ fields }) => fields !== null);
}

/** A collection's fields that hold such rows. */
export function rowFields({ fields }: CollectionDocument): readonly RowsField[] {
  return fields.filter(hasRows);
}
