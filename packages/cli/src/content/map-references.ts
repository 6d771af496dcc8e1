import { type CollectionDocument, isObject, type Json, mapItems, type Values } from '@stele/schema';
import { mapLeaves } from './map-leaves.ts';

/** Replaces a reference; undefined leaves the reference out. */
type ReplaceReference = (reference: Json) => Json | undefined;

/**
 * Values with each reference replaced, at any depth, in fields of references and in rich text. References are left out without a
 * trace: of a link only the mark, and where a quote or cell held nothing else an empty paragraph stays, as in published files.
 */
export function mapReferences(collection: CollectionDocument, values: Values, replace: ReplaceReference): Values {
  return mapLeaves(collection.fields, values, (shape, value) => {
    if (shape.type === 'reference') return replace(value);
    if (shape.type === 'references') return mapItems(value, replace);
    return shape.type === 'richtext' && isObject(value) ? mapNode(value, replace) : value;
  });
}

/** Nodes of rich text that mustn't be empty. */
const NEVER_EMPTY: readonly Json[] = ['blockquote', 'listItem', 'taskItem', 'tableCell', 'tableHeader'];

function mapNode(node: Values, replace: ReplaceReference): Values | undefined {
  const mapped: Record<string, Json> = { ...node };
  if (node.type === 'embed') {
    const attrs = mapAttrs(node.attrs, replace);
    if (attrs === undefined) return undefined;
    mapped.attrs = attrs;
  }
  if (Array.isArray(node.marks)) {
    const marks = mapItems(node.marks, (mark) => mapMark(mark, replace));
    if (Array.isArray(marks) && marks.length > 0) mapped.marks = marks;
    else delete mapped.marks;
  }
  if (Array.isArray(node.content)) {
    const content = mapItems(node.content, (child) => (isObject(child) ? mapNode(child, replace) : child));
    const isEmptied = Array.isArray(content) && content.length === 0 && node.content.length > 0;
    mapped.content = isEmptied && NEVER_EMPTY.includes(node.type ?? null) ? [{ type: 'paragraph' }] : content;
  }
  return mapped;
}

function mapMark(mark: Json, replace: ReplaceReference): Json | undefined {
  if (!isObject(mark) || mark.type !== 'link') return mark;
  const attrs = mapAttrs(mark.attrs, replace);
  return attrs === undefined ? undefined : { ...mark, attrs };
}

/** Attributes with their entry replaced; undefined when it's left out. */
function mapAttrs(attrs: Json | undefined, replace: ReplaceReference): Json | undefined {
  if (!isObject(attrs) || attrs.entry === undefined || attrs.entry === null) return attrs ?? {};
  const entry = replace(attrs.entry);
  return entry === undefined ? undefined : { ...attrs, entry };
}
