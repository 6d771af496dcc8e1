import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import { unrenderMarkdown } from './markdown-assets.ts';
import { isObject } from './walk-values.ts';

/**
 * Draft values from published ones, for when nothing else is left of them: references and assets as ids. The reverse
 * of `renderValues`, but for what that left out.
 */
export function unrenderValues(collection: CollectionDocument, published: Values): Values {
  return unrenderFields(collection.fields, published);
}

function unrenderFields(fields: readonly FieldDocument[], published: Values): Values {
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = published[field.key];
    if (value !== undefined && value !== null) values[field.key] = unrender(field, value);
  }
  return values;
}

function unrender(shape: FieldShape, value: Json): Json {
  const all = (one: (item: Json) => Json): Json => (Array.isArray(value) ? value.map(one) : value);
  switch (shape.type) {
    case 'reference':
    case 'asset':
      return idOf(value);
    case 'references':
    case 'assets':
      return all(idOf);
    case 'richtext':
      return unrenderNode(value);
    case 'markdown':
      return typeof value === 'string' ? unrenderMarkdown(value) : value;
    case 'object':
      return isObject(value) ? unrenderFields(shape.fields, value) : value;
    case 'list':
      return all((item) => unrender(shape.of, item));
    case 'blocks':
      return all((block) => {
        const type = isObject(block) ? shape.types.find(({ key }) => key === block._type) : undefined;
        if (!type || !isObject(block)) return block;
        const { _type, _key } = block;
        const head = { ...(_type !== undefined && { _type }), ...(_key !== undefined && { _key }) };
        return { ...head, ...unrenderFields(type.fields, block) };
      });
    default:
      return value;
  }
}

/** Rich text with the entries and assets of its attributes as ids. */
function unrenderNode(node: Json): Json {
  if (Array.isArray(node)) return node.map(unrenderNode);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, Json] => {
      if (key === 'content' || key === 'marks') return [key, unrenderNode(value)];
      if (key !== 'attrs' || !isObject(value)) return [key, value];
      const attrs = Object.entries(value).map(([name, own]): [string, Json] => [
        name,
        name === 'entry' || name === 'asset' ? idOf(own) : name === 'href' ? addressOf(own) : own,
      ]);
      return [key, Object.fromEntries(attrs)];
    }),
  );
}

/** The address of a link, `asset:ID` where it's an asset's. */
function addressOf(value: Json): Json {
  return typeof value === 'string' ? unrenderMarkdown(value) : value;
}

function idOf(value: Json): Json {
  return isObject(value) && typeof value.id === 'string' ? value.id : value;
}
