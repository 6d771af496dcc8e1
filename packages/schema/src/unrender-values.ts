import { unpublishedUse } from './asset-use.ts';
import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import { unrenderMarkdown } from './markdown-assets.ts';
import { mapItems, mapNested } from './nested.ts';
import { isObject, ownValue } from './own-value.ts';

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
      const value = ownValue(published, field.key);
      if (value !== undefined && value !== null) values[field.key] = this.#value(field, value);
    }
    return values;
  }

  #value(shape: FieldShape, value: Json): Json {
    const leaf = ({ type }: FieldShape, own: Json): Json => {
      if (type === 'reference') return idOf(own);
      if (type === 'references') return mapItems(own, idOf);
      if (type === 'asset') return unpublishedUse(own);
      if (type === 'assets') return mapItems(own, unpublishedUse);
      if (type === 'richtext') return this.#node(own);
      return type === 'markdown' ? this.#text(own) : own;
    };
    return mapNested(shape, value, (fields, values) => this.fields(fields, values), leaf) ?? null;
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
