import { isBlankRichtext, type Json } from '@stele/schema';
import type { Node as DocumentNode, Schema } from '@tiptap/pm/model';

/** Attributes that editors need a number of, and that documents leave out when it's this. */
const NUMBERS: Readonly<Record<string, number>> = { colspan: 1, rowspan: 1, start: 1 };

/** A document as its field's value: as small as the format allows; null for one that says nothing. */
export function toValue(document: DocumentNode): Json {
  const value = toJson(document);
  return isBlankRichtext(value) ? null : value;
}

/** A document as small as the format allows. */
export function toJson(document: DocumentNode): Json {
  return tidied(document.toJSON() as Json);
}

/**
 * A field's value as a document to edit; an empty one for null.
 *
 * @throws RangeError when the schema doesn't know a node of the value, or doesn't allow it there
 */
export function toDocument(schema: Schema, value: Json | undefined): DocumentNode {
  const isEmpty =
    !value ||
    (typeof value === 'object' && 'content' in value && Array.isArray(value.content) && value.content.length === 0);
  const document = isEmpty ? schema.topNodeType.createAndFill() : schema.nodeFromJSON(value);
  if (!document) throw new RangeError('The schema has no empty document.');
  document.check();
  return document;
}

/** Leaves out attributes that aren't set or hold their default. */
function tidied(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidied);
  if (!value || typeof value !== 'object') return value;
  const { attrs, ...others } = value as { readonly [key: string]: Json };
  const node = Object.fromEntries(Object.entries(others).map(([key, part]) => [key, tidied(part)]));
  const kept = Object.entries(attrs ?? {}).filter(([name, one]) => one !== undefined && NUMBERS[name] !== one);
  return kept.length === 0 ? node : { ...node, attrs: Object.fromEntries(kept) };
}
