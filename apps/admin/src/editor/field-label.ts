import type { CollectionDocument } from '@stele/schema';

/** What a field is called; its key where the schema has it not. */
export function fieldLabel(collection: CollectionDocument | null, field: string): string {
  return collection?.fields.find(({ key }) => key === field)?.label ?? field;
}
