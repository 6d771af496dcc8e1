import type { CollectionDocument, FieldDocument, FieldShape, Json, Values } from './document.ts';
import { fieldDefinition } from './field-types/definitions.ts';
import { withoutFallbacks } from './field-types/seo.ts';
import { unrenderMarkdown } from './markdown-assets.ts';
import { mapNested } from './nested.ts';
import { ownValue } from './own-value.ts';

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
  const own = withoutFallbacks(collection, published);
  return Object.fromEntries(
    collection.fields.flatMap((field) =>
      Object.entries(new Unrenderer((id) => isUse(id, field.key)).fields([field], own)),
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
    const leaf = ({ type }: FieldShape, own: Json): Json =>
      fieldDefinition(type).unpublish?.(own, (text) => this.#text(text)) ?? own;
    return mapNested(shape, value, (fields, values) => this.fields(fields, values), leaf) ?? null;
  }

  /** Text, or a link's address, with `asset:ID` where assets were named. */
  #text(value: Json): Json {
    return typeof value === 'string' ? unrenderMarkdown(value, this.#isUse) : value;
  }
}
