import type { FieldDocument, FieldShape, Json, Values } from './document.ts';
import { mapNested } from './nested.ts';
import { ownValue } from './own-value.ts';
import { slugFrom } from './slug.ts';

/**
 * A field's value with the slugs made that objects and blocks within it leave out, each from the field that it follows. A slug
 * that is there stays, and one that is null stays empty.
 *
 * @param value anything: what doesn't fit the shape is left as it is
 * @param locale language of the texts
 */
export function withNestedSlugs(shape: FieldShape, value: Json, locale: string): Json {
  return mapNested(shape, value, (fields, values) => filled(fields, values, locale)) ?? null;
}

function filled(fields: readonly FieldDocument[], values: Values, locale: string): Values {
  const result: Record<string, Json> = { ...values };
  for (const field of fields) {
    const own = ownValue(values, field.key);
    if (own !== undefined) result[field.key] = withNestedSlugs(field, own, locale);
    else if (field.type === 'slug' && field.source !== undefined) {
      const source = ownValue(values, field.source);
      const made = typeof source === 'string' ? slugFrom(source, locale, field.max) : '';
      if (made !== '') result[field.key] = made;
    }
  }
  return result;
}
