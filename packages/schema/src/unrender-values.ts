import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import { unrenderMarkdown } from './markdown-assets.ts';
import { isObject } from './own-value.ts';

/**
 * Draft values from published ones, for when nothing else is left of them: references and assets as ids. The reverse
 * of `renderValues`, but for what that left out.
 *
 * @param isUse whether a field used an asset: other addresses in texts were written by hand
 */
export function unrenderValues(
  collection: CollectionDocument,
  published: Values,
  isUse: (assetId: string, field: string) => boolean,
): Values {
  return Object.fromEntries(
    collection.fields.flatMap((field) =>
      Object.entries(new Unrenderer((id) => isUse(id, field.key)).fields([field], published)),
    ),
  );
}

class Unrenderer {
  readonly #isUse: (assetId: string) => boolean;

  constructor(isUse: (assetId: string) => boolean) {
    this.#isUse = isUse;
  }

  fields(fields: readonly FieldDocument[], published: Values): Values {
    const values: Record<string, Json> = {};
    for (const field of fields) {
      const value = published[field.key];
      if (value !== undefined && value !== null) values[field.key] = this.#value(field, value);
    }
    return values;
  }

  #value(shape: FieldShape, value: Json): Json {
    const all = (one: (item: Json) => Json): Json => (Array.isArray(value) ? value.map(one) : value);
    switch (shape.type) {
      case 'reference':
      case 'asset':
        return idOf(value);
      case 'references':
      case 'assets':
        return all(idOf);
      case 'richtext':
        return this.#node(value);
      case 'markdown':
        return this.#text(value);
      case 'object':
        return isObject(value) ? this.fields(shape.fields, value) : value;
      case 'list':
        return all((item) => this.#value(shape.of, item));
      case 'blocks':
        return all((block) => {
          const type = isObject(block) ? shape.types.find(({ key }) => key === block._type) : undefined;
          if (!type || !isObject(block)) return block;
          const { _type, _key } = block;
          const head = { ...(_type !== undefined && { _type }), ...(_key !== undefined && { _key }) };
          return { ...head, ...this.fields(type.fields, block) };
        });
      default:
        return value;
    }
  }

  /** Rich text with the entries and assets of its attributes as ids. */
  #node(node: Json): Json {
    if (Array.isArray(node)) return node.map((one) => this.#node(one));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]): [string, Json] => {
        if (key === 'content' || key === 'marks') return [key, this.#node(value)];
        if (key !== 'attrs' || !isObject(value)) return [key, value];
        const attrs = Object.entries(value).map(([name, own]): [string, Json] => [name, this.#attribute(name, own)]);
        return [key, Object.fromEntries(attrs)];
      }),
    );
  }

  #attribute(name: string, value: Json): Json {
    if (name === 'href') return this.#text(value);
    return name === 'entry' || name === 'asset' ? idOf(value) : value;
  }

  /** Text, or a link's address, with `asset:ID` where assets were named. */
  #text(value: Json): Json {
    return typeof value === 'string' ? unrenderMarkdown(value, this.#isUse) : value;
  }
}

function idOf(value: Json): Json {
  return isObject(value) && typeof value.id === 'string' ? value.id : value;
}
